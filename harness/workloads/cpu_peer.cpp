// Peers on the CPU. Every core calls the peer with a few chunks at a time.
#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>

#include "codag/core_count.hpp"
#include "codag/parallel_for.hpp"
#include "harness/peers/chunk_layout.hpp"
#include "harness/workloads/peer_work.hpp"

namespace codag::harness {
namespace {

/// Host memory with guard bytes on both sides, aligned to 4096.
class guarded_host_memory {
 public:
  static constexpr std::size_t guard_bytes = 4096;
  static constexpr std::byte guard_value{0x6b};

  explicit guarded_host_memory(std::size_t bytes)
      : bytes_(bytes), memory_((bytes + 3 * guard_bytes) / sizeof(page)) {
    std::fill_n(before(), guard_bytes, guard_value);
    std::fill_n(data() + bytes_, guard_bytes, guard_value);
  }
  [[nodiscard]] std::byte* data() { return before() + guard_bytes; }
  [[nodiscard]] std::span<std::byte> bytes() { return {data(), bytes_}; }
  [[nodiscard]] bool guards_intact() {
    const auto intact = [](const std::byte* from) {
      return std::all_of(from, from + guard_bytes, [](std::byte b) { return b == guard_value; });
    };
    return intact(before()) && intact(data() + bytes_);
  }

 private:
  struct alignas(4096) page {
    std::array<std::byte, 4096> bytes;
  };
  std::byte* before() { return memory_.front().bytes.data(); }

  std::size_t bytes_;
  std::vector<page> memory_;
};

/// Chunks that one call of the peer handles, unless it gets all of them in one call. Few chunks
/// keep all cores busy to the end.
constexpr std::size_t few_chunks = 8;

/// Calls a function of the peer with parts of a batch, on all cores.
class parallel_calls {
 public:
  /// `uncompressed` are the sizes of the uncompressed chunks, which must outlive the object.
  parallel_calls(const codag_peer_batch& whole, const std::vector<std::size_t>& uncompressed,
                 const peer_use& use, int (*call)(const codag_peer_batch*),
                 std::size_t (*workspace_bytes)(const codag_peer_batch*))
      : whole_(whole),
        sizes_(uncompressed),
        use_(use),
        call_(call),
        chunks_per_call_(use.one_call ? std::max<std::size_t>(whole.chunks, 1) : few_chunks),
        calls_((whole.chunks + chunks_per_call_ - 1) / chunks_per_call_),
        workers_(std::min<std::size_t>(core_count(), calls_)) {
    codag_peer_batch sizes = whole;
    sizes.chunks = std::min(whole.chunks, chunks_per_call_);
    sizes.uncompressed_bytes =
        std::min(whole.uncompressed_bytes, sizes.chunks * whole.max_chunk_bytes);
    sizes.in = nullptr;
    sizes.in_bytes = sizes.out_bytes = nullptr;
    sizes.out = nullptr;
    sizes.written = nullptr;
    sizes.status = nullptr;
    workspace_bytes_ = workspace_for(sizes, use, workspace_bytes);
    for (std::size_t i = 0; workspace_bytes_ > 0 && i < workers_; ++i)
      workspaces_.emplace_back(std::make_unique<guarded_host_memory>(workspace_bytes_));
  }

  void run() {
    std::atomic<std::size_t> next = 0;
    parallel_for(workers_, 0, [&](std::size_t worker) {
      // Relaxed: the counter only hands out parts of the batch.
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < calls_;)
        call_part(i * chunks_per_call_, worker);
    });
  }

  void fill_workspaces(std::byte value) {
    for (const auto& workspace : workspaces_) std::ranges::fill(workspace->bytes(), value);
  }

  /// The workspaces of all threads that call.
  [[nodiscard]] std::uint64_t bytes_of_workspaces() const {
    return workspaces_.size() * workspace_bytes_;
  }
  [[nodiscard]] bool guards_intact() const {
    return std::ranges::all_of(workspaces_, [](const auto& w) { return w->guards_intact(); });
  }

 private:
  void call_part(std::size_t first, std::size_t worker) {
    codag_peer_batch part = whole_;
    part.chunks = std::min(chunks_per_call_, whole_.chunks - first);
    part.in += first;
    part.in_bytes += first;
    part.out += first;
    part.out_bytes += first;
    part.written += first;
    part.status += first;
    part.uncompressed_bytes = std::accumulate(
        sizes_.begin() + static_cast<std::ptrdiff_t>(first),
        sizes_.begin() + static_cast<std::ptrdiff_t>(first + part.chunks), std::size_t{0});
    part.workspace = workspaces_.empty() ? nullptr : workspaces_[worker]->data();
    part.workspace_bytes = workspace_bytes_;
    if (const int error = call_(&part); error != 0) throw peer_error(*use_.peer.functions, error);
  }

  codag_peer_batch whole_;
  const std::vector<std::size_t>& sizes_;
  const peer_use& use_;
  int (*call_)(const codag_peer_batch*);
  std::size_t chunks_per_call_, calls_, workers_;
  std::size_t workspace_bytes_ = 0;
  std::vector<std::unique_ptr<guarded_host_memory>> workspaces_;
};

/// The arrays of a batch.
struct batch_arrays {
  explicit batch_arrays(std::size_t chunks)
      : in(chunks),
        in_bytes(chunks),
        out(chunks),
        out_bytes(chunks),
        written(chunks),
        status(chunks, CODAG_PEER_UNTOUCHED) {}

  codag_peer_batch batch(const chunked_column& column, const peer_use& use) {
    codag_peer_batch b = sizes_of_batch(column.chunks, column.type, use);
    b.in = in.data();
    b.in_bytes = in_bytes.data();
    b.out = out.data();
    b.out_bytes = out_bytes.data();
    b.written = written.data();
    b.status = status.data();
    return b;
  }

  std::vector<const void*> in;
  std::vector<std::size_t> in_bytes;
  std::vector<void*> out;
  std::vector<std::size_t> out_bytes, written;
  std::vector<std::int32_t> status;
};

class cpu_peer final : public workload, public peer_workload {
 public:
  cpu_peer(const decode_input& input, const peer_use& use)
      : input_(input),
        use_(use),
        layout_(lay_out(input.column, input.original, use_.facts())),
        in_(layout_.bytes.size()),
        out_(input.original.size()),
        arrays_(input.column.chunks.size()) {
    std::ranges::copy(layout_.bytes, in_.data());
    for (std::size_t i = 0; i < input.column.chunks.size(); ++i) {
      arrays_.in[i] = in_.data() + layout_.at[i];
      arrays_.in_bytes[i] = layout_.sizes[i];
      arrays_.out[i] = out_.data() + input.column.chunks[i].out_offset;
      arrays_.out_bytes[i] = input.column.chunks[i].out_bytes;
    }
    layout_.bytes = {};  // they are in in_ now
    calls_.emplace(arrays_.batch(input.column, use_), arrays_.out_bytes, use_,
                   use_.functions().decode, use_.functions().workspace_bytes);
  }

  void poison() override {
    std::ranges::copy(poison_for(input_.original), out_.data());
    std::ranges::fill(arrays_.status, CODAG_PEER_UNTOUCHED);
    arrays_.written = arrays_.out_bytes;
    calls_->fill_workspaces(std::byte{workspace_garbage});
  }
  verification outcome() override {
    return verification_of(what_was_decoded(), input_.column, *use_.peer.functions);
  }
  void launch() override { calls_->run(); }

  peer_outcome decode_once() override {
    poison();
    launch();
    return what_was_decoded();
  }
  [[nodiscard]] const std::string& changes() const override { return layout_.changes; }
  [[nodiscard]] std::uint64_t workspace_bytes() const override {
    return calls_->bytes_of_workspaces();
  }

 private:
  peer_outcome what_was_decoded() {
    return {
        .status = arrays_.status,
        .written = arrays_.written,
        .first_wrong = first_difference(input_.original, out_.bytes()),
        .guards_intact = in_.guards_intact() && out_.guards_intact() && calls_->guards_intact()};
  }

  decode_input input_;
  peer_use use_;
  chunk_layout layout_;
  guarded_host_memory in_, out_;
  batch_arrays arrays_;
  std::optional<parallel_calls> calls_;
};

/// The chunks of a column, compressed one by one into memory of their own.
class compression {
 public:
  compression(std::span<const std::byte> raw, element_type type, std::uint32_t chunk_bytes,
              const peer_use& use)
      : use_(use),
        column_(uncompressed_chunks(raw, type, chunk_bytes, use)),
        room_(room_for_compressed(chunk_bytes, use)),
        in_(raw.size()),
        out_(column_.chunks.size() * room_),
        arrays_(column_.chunks.size()) {
    std::ranges::copy(raw, in_.data());
    for (std::size_t i = 0; i < column_.chunks.size(); ++i) {
      arrays_.in[i] = in_.data() + column_.chunks[i].out_offset;
      arrays_.in_bytes[i] = column_.chunks[i].out_bytes;
      arrays_.out[i] = out_.data() + i * room_;
      arrays_.out_bytes[i] = room_;
    }
    arrays_.written = arrays_.out_bytes;
    calls_.emplace(arrays_.batch(column_, use_), arrays_.in_bytes, use_, use_.functions().compress,
                   use_.functions().compress_workspace_bytes);
  }

  void poison() {
    std::ranges::fill(out_.bytes(), std::byte{workspace_garbage});
    std::ranges::fill(arrays_.status, CODAG_PEER_UNTOUCHED);
    arrays_.written = arrays_.out_bytes;
    calls_->fill_workspaces(std::byte{workspace_garbage});
  }
  void run() { calls_->run(); }
  /// Throws as add_compressed() does.
  chunked_column result() {
    chunked_column column = column_;
    add_compressed(column, out_.bytes(), room_, arrays_.written, arrays_.status, use_);
    return column;
  }
  [[nodiscard]] bool guards_intact() {
    return in_.guards_intact() && out_.guards_intact() && calls_->guards_intact();
  }
  [[nodiscard]] std::uint64_t workspace_bytes() const { return calls_->bytes_of_workspaces(); }

 private:
  const peer_use& use_;
  chunked_column column_;
  std::size_t room_;
  guarded_host_memory in_, out_;
  batch_arrays arrays_;
  std::optional<parallel_calls> calls_;
};

}  // namespace

prepared_peer make_peer_decode(const decode_input& input, const peer_use& use) {
  check_peer_takes(input.column, use);
  auto made = std::make_unique<cpu_peer>(input, use);
  peer_workload* peer = made.get();
  return {std::move(made), peer};
}

std::unique_ptr<workload> make_peer_compression(const decode_input& input, const peer_use& use) {
  return std::make_unique<peer_compression<workload, compression>>(input, use, &make_peer_decode);
}

chunked_column compress_with_peer(std::span<const std::byte> raw, element_type type,
                                  std::uint32_t chunk_bytes, const peer_use& use) {
  compression work(raw, type, chunk_bytes, use);
  work.run();
  return work.result();
}

}  // namespace codag::harness
