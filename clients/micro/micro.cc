// SPDX-License-Identifier: MIT
// Where the time of a request goes: numbers, the parser, the whole of it for each shape. Built twice: micro-jrpc to
// take times, micro-jrpc-counting to count allocations, whose times say nothing.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

extern "C" {
#include "counting_malloc.h"
#include "parsing.h"
#include "server/lib/number_read.h"
#include "server/lib/number_write.h"
#include "shape.h"
#include "subject.h"
}

namespace {

constexpr std::size_t value_count = 4096;

// Allocations of everything between construction and finish, per iteration.
class Allocations {
  public:
    explicit Allocations(benchmark::State &state) : state_(state), before_(counting_allocations()) {}
    void finish() {
        if (!counting_is_on()) return;
        auto allocations = static_cast<double>(counting_allocations() - before_);
        state_.counters["allocs"] = benchmark::Counter(allocations, benchmark::Counter::kAvgIterations);
    }

  private:
    benchmark::State &state_;
    std::uint64_t before_;
};

std::vector<double> random_bits() {
    std::mt19937_64 random(1);
    std::vector<double> values;
    while (values.size() < value_count) {
        std::uint64_t bits = random();
        double value;
        std::memcpy(&value, &bits, sizeof value);
        if (value - value == 0) values.push_back(value);
    }
    return values;
}

std::vector<double> random_fractions() {
    std::mt19937_64 random(2);
    std::vector<double> values(value_count);
    for (double &value : values) value = std::ldexp(static_cast<double>(random() >> 11), -53);
    return values;
}

std::vector<double> random_prices() {
    std::mt19937_64 random(3);
    std::vector<double> values(value_count);
    for (double &value : values) value = static_cast<double>(random() % 1000000) / 100;
    return values;
}

void write_doubles(benchmark::State &state, const std::vector<double> &values) {
    char text[JRPCI_NUMBER_ROOM];
    std::size_t at = 0;
    Allocations allocations(state);
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(jrpci_write_double(text, values[at]));
        at = (at + 1) % value_count;
    }
    allocations.finish();
}

void write_integers(benchmark::State &state, unsigned bits) {
    std::mt19937_64 random(4);
    std::vector<std::int64_t> values(value_count);
    for (std::int64_t &value : values) value = static_cast<std::int64_t>(random() >> (64 - bits));
    char text[JRPCI_NUMBER_ROOM];
    std::size_t at = 0;
    Allocations allocations(state);
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(jrpci_write_int64(text, values[at]));
        at = (at + 1) % value_count;
    }
    allocations.finish();
}

// From its text: taken apart, then converted.
void read_doubles(benchmark::State &state, const std::vector<double> &values) {
    std::vector<std::string> texts(value_count);
    for (std::size_t i = 0; i < value_count; i++) {
        char text[JRPCI_NUMBER_ROOM];
        texts[i].assign(text, jrpci_write_double(text, values[i]));
    }
    std::size_t at = 0;
    Allocations allocations(state);
    while (state.KeepRunning()) {
        jrpci_number number;
        double value = 0;
        jrpci_number_decode(texts[at].data(), texts[at].size(), &number);
        benchmark::DoNotOptimize(jrpci_read_double(&number, &value));
        benchmark::DoNotOptimize(value);
        at = (at + 1) % value_count;
    }
    allocations.finish();
}

// Documents of one shape; it ends with the last benchmark that uses it.
class Documents {
  public:
    explicit Documents(const std::string &name) : made_(micro_shape_init(&shape_, name.c_str(), &error_)) {}
    ~Documents() {
        micro_shape_fini(&shape_);
    }
    Documents(const Documents &) = delete;
    Documents &operator=(const Documents &) = delete;
    const char *problem() const {
        return made_ ? nullptr : error_.text;
    }
    wire_slice next() {
        wire_slice document = micro_shape_document(&shape_, at_);
        at_ = (at_ + 1) % shape_.documents;
        return document;
    }
    std::size_t count() const {
        return shape_.documents;
    }
    void set_rates(benchmark::State &state) const {
        state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(shape_.requests));
    }

  private:
    micro_shape shape_{};
    wire_error error_{};
    std::size_t at_ = 0;
    bool made_;
};

void parse(benchmark::State &state, const std::string &name, const std::string &vector) {
    Documents documents(name);
    if (documents.problem()) return state.SkipWithError(documents.problem());
    std::unique_ptr<micro_parsing, decltype(&micro_parsing_free)> parsing(micro_parsing_new(vector.c_str()),
                                                                          micro_parsing_free);
    if (!parsing) return state.SkipWithError("this processor lacks the instructions");
    for (std::size_t i = 0; i < documents.count(); i++) micro_parse(parsing.get(), documents.next());
    Allocations allocations(state);
    while (state.KeepRunning()) {
        if (!micro_parse(parsing.get(), documents.next()))
            return state.SkipWithError("a document does not parse");
    }
    allocations.finish();
    documents.set_rates(state);
}

void process(benchmark::State &state, const std::string &name, const std::string &handler) {
    Documents documents(name);
    if (documents.problem()) return state.SkipWithError(documents.problem());
    std::unique_ptr<micro_subject, decltype(&micro_subject_free)> subject(
        micro_subject_new(handler.c_str(), "best"), micro_subject_free);
    if (!subject) return state.SkipWithError("out of memory");
    for (std::size_t i = 0; i < documents.count(); i++) micro_subject_call(subject.get(), documents.next());
    Allocations allocations(state);
    while (state.KeepRunning()) {
        if (!micro_subject_call(subject.get(), documents.next())) return state.SkipWithError("out of memory");
    }
    allocations.finish();
    documents.set_rates(state);
}

void add_numbers() {
    using benchmark::RegisterBenchmark;
    RegisterBenchmark("write_double/any_bits", write_doubles, random_bits());
    RegisterBenchmark("write_double/fractions", write_doubles, random_fractions());
    RegisterBenchmark("write_double/prices", write_doubles, random_prices());
    RegisterBenchmark("write_int64/20_bits", write_integers, 20U);
    RegisterBenchmark("write_int64/63_bits", write_integers, 63U);
    RegisterBenchmark("read_double/any_bits", read_doubles, random_bits());
    RegisterBenchmark("read_double/prices", read_doubles, random_prices());
}

void add_requests() {
    for (const char *vector : {"scalar", "sse2", "avx2"}) {
        benchmark::RegisterBenchmark(("parse/random/" + std::string(vector)).c_str(), parse, "random",
                                     vector);
    }
    for (std::size_t i = 0; const char *name = micro_shape_name(i); i++) {
        benchmark::RegisterBenchmark(("process/" + std::string(name)).c_str(), process, name, "library");
    }
    benchmark::RegisterBenchmark("process/random/json-c", process, "random", "json-c");
}

} // namespace

int main(int argc, char **argv) {
    add_numbers();
    add_requests();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
