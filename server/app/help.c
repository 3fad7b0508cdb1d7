/* SPDX-License-Identifier: MIT */
#include "help.h"

#include "limit.h"
#include "services.h"

#include <stdio.h>

static const char usage[] =
    "usage: jrpc-server --listen ADDRESS [--listen ADDRESS ..] [OPTION ..]\n"
    "\n"
    "The reference server: a JSON-RPC 2.0 service on the jrpc library, behind jrpc_host.\n"
    "\n"
    "  --listen ADDRESS        tcp://127.0.0.1:9000, unix:///run/x.sock, http://127.0.0.1:8080/rpc,\n"
    "                          http+unix:///run/x.sock or stdio:, each with "
    "?framing=FRAMING&service=SERVICE\n"
    "                          where that matters. FRAMING is concatenated, line or content-length. Port 0\n"
    "                          picks a port. `listening on ADDRESS`, with the real port, is printed for "
    "each\n"
    "                          before it is served; to standard error if one of them is stdio:\n"
    "  --service SERVICE       of addresses that name none (benchmark)\n"
    "  --workers N             worker threads, 1 to 1024 (1)\n"
    "  --version-policy P      what is asked of the member jsonrpc: lenient (may be absent), strict, ignore\n"
    "                          (strict for the conformance service, else lenient)\n"
    "  --allow-host NAME       answers HTTP requests for this host name too; * for every name. May be "
    "repeated\n"
    "  --limit NAME=VALUE      sets a limit, listed below; 0 lifts it where it may be lifted. May be "
    "repeated\n"
    "  --quiet                 says nothing on standard error about connections that end for a reason\n"
    "  --help, --version\n"
    "\n"
    "There is no authentication: bind it to loopback, or to a Unix socket, unless everybody may call it.\n"
    "SIGTERM and SIGINT end it cleanly, a second one at once. Exit status: 0 ended when told to, 1 failure,\n"
    "2 wrong usage.\n";

void app_help_print(void) {
    fputs(usage, stdout);
    fputs("\nServices:\n", stdout);
    for (size_t i = 0; app_service_name(i); i++)
        printf("  %-14s %s\n", app_service_name(i), app_service_about(i));
    fputs("\nLimits, with their defaults:\n", stdout);
    app_limit_print();
}
