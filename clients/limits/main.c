/* SPDX-License-Identifier: MIT */
#include "burn.h"
#include "loop.h"

#include "wire/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* limit-echo: what a socket can do at most. It shares nothing with the hosts it is the ceiling of. */

static const char usage[] =
    "usage: limit-echo --listen ADDRESS [--messages N:N,..] [--reply N] [--burn NS]\n"
    "\n"
    "Answers every message with a canned reply of a given size, on one thread. Prints\n"
    "\"listening on ADDRESS\" with the real port, and serves until SIGTERM.\n"
    "\n"
    "  --listen ADDRESS    tcp://127.0.0.1:0, unix:///run/x.sock, http://127.0.0.1:0/, "
    "http+unix:///run/x.sock\n"
    "  --messages N:N,..   raw streams: request and reply bytes of each message, in rotation\n"
    "  --reply N           HTTP: bytes of the body of every response\n"
    "  --burn NS           work for so many nanoseconds on each message first (default 0)\n";

#define BACKLOG 1024
#define MOST_BURNED 1e9

static int fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int fail(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("limit-echo: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    return status;
}

struct options {
    const char *listen, *messages, *reply, *burn;
};

/* 0, or the exit status. */
static int read_options(int argc, char **argv, struct options *options) {
    const struct {
        const char *name;
        const char **value;
    } known[] = {{"--listen", &options->listen},
                 {"--messages", &options->messages},
                 {"--reply", &options->reply},
                 {"--burn", &options->burn}};
    for (int i = 1; i < argc; i += 2) {
        size_t k = 0;
        while (k < sizeof known / sizeof *known && strcmp(argv[i], known[k].name) != 0) k++;
        if (k == sizeof known / sizeof *known) return fail(2, "there is no option %s; see --help", argv[i]);
        if (i + 1 == argc) return fail(2, "%s needs a value; see --help", argv[i]);
        *known[k].value = argv[i + 1];
    }
    return options->listen ? 0 : fail(2, "--listen ADDRESS is needed; see --help");
}

static bool read_number(const char *text, double most, double *number) {
    char *end = NULL;
    *number = strtod(text, &end);
    return end != text && !*end && *number >= 0 && *number <= most;
}

static int listen_on_path(const wire_address *address) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    memcpy(name.sun_path, address->path, sizeof name.sun_path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || bind(descriptor, (const struct sockaddr *)&name, sizeof name) ||
        listen(descriptor, BACKLOG))
        return -1;
    return descriptor;
}

static int listen_on_port(wire_address *address) {
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(address->port)};
    socklen_t length = sizeof name;
    int on = 1;
    errno = EADDRNOTAVAIL;
    if (inet_pton(AF_INET, address->host, &name.sin_addr) != 1) return -1;
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) ||
        bind(descriptor, (const struct sockaddr *)&name, sizeof name) || listen(descriptor, BACKLOG) ||
        getsockname(descriptor, (struct sockaddr *)&name, &length))
        return -1;
    address->port = ntohs(name.sin_port);
    return descriptor;
}

static void announce(const wire_address *address) {
    const char *transport = wire_transport_name(address->transport);
    if (address->path[0])
        printf("listening on %s://%s\n", transport, address->path);
    else
        printf("listening on %s://%s:%u%s\n", transport, address->host, address->port,
               wire_transport_is_http(address->transport) ? address->target : "");
    fflush(stdout);
}

static int serve(const struct options *options, wire_address *address, const limit_work *work) {
    int listener = address->path[0] ? listen_on_path(address) : listen_on_port(address);
    if (listener < 0) return fail(1, "cannot listen on %s: %s", options->listen, strerror(errno));
    announce(address);
    bool served = limit_serve(listener, work);
    int number = errno;
    close(listener);
    if (address->path[0]) unlink(address->path);
    return served ? 0 : fail(1, "cannot serve %s: %s", options->listen, strerror(number));
}

static bool make_script(limit_script *script, const struct options *options, bool http) {
    double size = 0;
    if (!http) return limit_script_parse(script, options->messages ? options->messages : "");
    return options->reply && read_number(options->reply, 1e9, &size) &&
           limit_script_http(script, (size_t)size);
}

static int run(const struct options *options) {
    wire_error error = {""};
    wire_address address;
    limit_script script;
    double burn = 0;
    if (!wire_address_parse(&address, options->listen, &error)) return fail(2, "%s", error.text);
    if (address.transport == WIRE_STDIO) return fail(2, "%s: listens on sockets only", options->listen);
    if (options->burn && !read_number(options->burn, MOST_BURNED, &burn))
        return fail(2, "--burn takes nanoseconds up to a second, not %s", options->burn);
    bool http = wire_transport_is_http(address.transport);
    if (!make_script(&script, options, http)) {
        const char *what = http ? "--reply should be a number of bytes, 11 or more"
                                : "--messages should be like 59:42,62:40, replies of 11 bytes or more";
        return fail(2, "%s", what);
    }
    limit_work work = {.script = &script, .http = http};
    if (burn > 0) work.burn_steps = burn * limit_burn_calibrate();
    int status = serve(options, &address, &work);
    limit_script_fini(&script);
    return status;
}

int main(int argc, char **argv) {
    struct options options = {0};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) return fputs(usage, stdout), 0;
    int status = read_options(argc, argv, &options);
    return status ? status : run(&options);
}
