// Query kernels on the GPU whose columns are copied there, piece by piece.
#include "harness/workloads/cuda_query_transfer.cuh"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "harness/workloads/gpu_transfer.cuh"

namespace codag::harness::cuda {
namespace {

/// The pinned memory that the columns need: their compressed chunks and the tables of these. Throws
/// cannot_run if that is too much, or if the columns cannot be divided.
std::uint64_t pinned_bytes(const query_input& input, const query_argument& argument) {
  std::uint64_t bytes = 0;
  for (std::size_t s = 0; s < input.steps.size(); ++s) {
    const chunked_column& column = *input.steps[s].column;
    if (argument.decompressions[s].by != nullptr)
      throw cannot_run(
          "a piece of the columns cannot be decompressed first; choose the variant "
          "tile");
    if (column.chunks.size() != input.steps.front().column->chunks.size())
      throw cannot_run("the query's columns do not have the same chunks");
    bytes += column.bytes.size() + column.chunks.size() * sizeof(chunk);
  }
  return allowed_pinned_bytes(bytes);
}

class query_transfer final : public gpu_transfer {
 public:
  query_transfer(const resident_query& resident, workload& whole, const transfer_spec& spec)
      : gpu_transfer(whole, spec),
        resident_(resident),
        host_(pinned_bytes(resident.input(), resident.argument())) {
    std::byte* at = host_.data();
    const auto take = [&](const void* from, std::uint64_t bytes) {
      std::byte* const taken = at;
      if (bytes > 0) std::memcpy(taken, from, bytes);
      at += bytes;
      return taken;
    };
    for (std::size_t s = 0; s < steps().size(); ++s) {
      const chunked_column& column = *steps()[s].column;
      columns_.push_back({take(column.bytes.data(), column.bytes.size()),
                          take(column.chunks.data(), column.chunks.size() * sizeof(chunk))});
    }
    divide();
  }

  [[nodiscard]] transfer_sizes sizes() const override {
    std::uint64_t raw = 0;
    for (const query_step& step : steps()) raw += step.column->raw_bytes;
    return {.piece_bytes = piece_bytes(),
            .pieces = pieces_.size(),
            .streams = stream_count(),
            .in = host_.size(),
            .out = raw};
  }

  [[nodiscard]] std::string why_no_values() const override {
    return "a query's answer is small; nothing else is to be copied back";
  }

  void poison() override {
    // Nothing of an earlier run is left: no chunk and no sum.
    resident_.poison();
    for (std::size_t s = 0; s < steps().size(); ++s) {
      check_cuda(cudaMemset(on_gpu(s), 0xa5, steps()[s].column->bytes.size()), "cudaMemset");
      check_cuda(cudaMemset(table_on_gpu(s), 0xff, table_bytes(s)), "cudaMemset");
    }
  }

  verification outcome() override {
    synchronize();
    const verification v = resident_.outcome();
    return v.ok && !host_.guards_intact() ? outside_write() : v;
  }

 private:
  /// The same chunks of every column.
  struct query_piece {
    std::uint32_t first_chunk, end_chunk;
    std::uint32_t first_tile, tile_count;
  };
  /// Where a column lies in the pinned memory.
  struct pinned_column {
    std::byte *bytes, *chunks;
  };

  [[nodiscard]] const std::vector<query_step>& steps() const { return resident_.input().steps; }
  [[nodiscard]] const query::fact_column& column(std::size_t s) const {
    return resident_.argument().query.steps[s].column;
  }
  // The kernels only read the columns; their memory is the workload's, which writes it here.
  [[nodiscard]] std::byte* on_gpu(std::size_t s) const {
    return const_cast<std::byte*>(column(s).stored.in);
  }
  [[nodiscard]] std::byte* table_on_gpu(std::size_t s) const {
    return reinterpret_cast<std::byte*>(const_cast<chunk*>(column(s).stored.chunks));
  }
  [[nodiscard]] std::uint64_t table_bytes(std::size_t s) const {
    return steps()[s].column->chunks.size() * sizeof(chunk);
  }

  /// Makes pieces of as many chunks as hold piece_bytes() of all columns' values, and one at least.
  void divide() {
    const query::star_query& query = resident_.argument().query;
    const auto chunks = static_cast<std::uint32_t>(steps().front().column->chunks.size());
    const std::uint64_t of_all =
        std::uint64_t{steps().front().column->chunk_bytes} * steps().size();
    const auto per_piece =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(piece_bytes() / of_all, 1, chunks));
    const std::uint32_t per_chunk = column(0).tiles_per_chunk;
    for (std::uint32_t first = 0; first < chunks; first += per_piece) {
      const std::uint32_t end = std::min(chunks, first + per_piece);
      const std::uint32_t end_tile = std::min(query.tile_count, end * per_chunk);
      pieces_.push_back({first, end, first * per_chunk, end_tile - first * per_chunk});
    }
  }

  void run_pieces(transfer_stages asked) override {
    query_argument part = resident_.argument();
    if (asked.work) {
      // On the default stream, which the others wait for: before any of them scans.
      part.scans = false;
      resident_.launch(part, phase::timed);
      part.scans = true;
      part.prepares = false;
    }
    if (asked.in)
      for (std::size_t s = 0; s < steps().size(); ++s)
        check_cuda(cudaMemcpyAsync(table_on_gpu(s), columns_[s].chunks, table_bytes(s),
                                   cudaMemcpyHostToDevice),
                   "cudaMemcpyAsync");
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const stream& on = stream_of(i);
      if (asked.in) copy_in(pieces_[i], on);
      if (!asked.work) continue;
      part.query.first_tile = pieces_[i].first_tile;
      part.query.tile_count = pieces_[i].tile_count;
      resident_.launch(part, phase::timed, on.get());
    }
  }

  void copy_in(const query_piece& piece, const stream& on) const {
    for (std::size_t s = 0; s < steps().size(); ++s) {
      const std::vector<chunk>& chunks = steps()[s].column->chunks;
      const std::uint64_t begin = chunks[piece.first_chunk].in_offset;
      const chunk& last = chunks[piece.end_chunk - 1];
      on.copy(on_gpu(s) + begin, columns_[s].bytes + begin, last.in_offset + last.in_bytes - begin,
              cudaMemcpyHostToDevice);
    }
  }

  /// Copies as many bytes in each direction, over and over again those of the largest column: the
  /// bytes on both sides are the same, so that nothing changes.
  void run_link(const copied_bytes& bytes, const stream& in, const stream& out) override {
    std::size_t largest = 0;
    for (std::size_t s = 1; s < steps().size(); ++s)
      if (size_of_column(s) > size_of_column(largest)) largest = s;
    const auto copy_all = [&](std::uint64_t left, auto&& copy) {
      while (left > 0) {
        const std::uint64_t now = std::min(left, size_of_column(largest));
        copy(now);
        left -= now;
      }
    };
    copy_all(bytes.in, [&](std::uint64_t now) {
      in.copy(on_gpu(largest), columns_[largest].bytes, now, cudaMemcpyHostToDevice);
    });
    copy_all(bytes.out, [&](std::uint64_t now) {
      out.copy(columns_[largest].bytes, on_gpu(largest), now, cudaMemcpyDeviceToHost);
    });
  }
  [[nodiscard]] std::uint64_t size_of_column(std::size_t s) const {
    return steps()[s].column->bytes.size();
  }

  const resident_query& resident_;
  pinned_memory host_;  // each column's compressed chunks, and their table
  std::vector<pinned_column> columns_;
  std::vector<query_piece> pieces_;
};

}  // namespace

std::unique_ptr<transfer_workload> make_query_transfer(const resident_query& resident,
                                                       workload& whole, const transfer_spec& spec) {
  return std::make_unique<query_transfer>(resident, whole, spec);
}

}  // namespace codag::harness::cuda
