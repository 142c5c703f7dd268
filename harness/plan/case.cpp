#include "harness/plan/case.hpp"

#include "harness/config/sizes.hpp"

namespace codag::harness {

const column_work* bench_case::column() const {
  if (const auto* c = std::get_if<decode_case>(&work)) return c;
  if (const auto* c = std::get_if<tile_case>(&work)) return c;
  if (const auto* c = std::get_if<query_case>(&work)) return c;
  if (const auto* c = std::get_if<damage_case>(&work)) return c;
  return std::get_if<encode_case>(&work);
}

work_kind bench_case::kind() const {
  struct {
    work_kind operator()(const decode_case&) const { return work_kind::decode; }
    work_kind operator()(const tile_case&) const { return work_kind::tile; }
    work_kind operator()(const encode_case&) const { return work_kind::encode; }
    work_kind operator()(const query_case&) const { return work_kind::query; }
    work_kind operator()(const damage_case&) const { return work_kind::damage; }
    work_kind operator()(const traffic_case&) const { return work_kind::traffic; }
    work_kind operator()(const alu_case&) const { return work_kind::microbenchmark; }
  } its_kind;
  return std::visit(its_kind, work);
}

std::string bench_case::variant() const {
  if (const column_work* c = column()) return c->variant;
  if (const traffic_case* t = memory_traffic()) return std::string(to_string(t->kind));
  return "alu/" + std::string(decoding_name(*alu()));
}

std::string chunk_name(std::uint64_t chunk_bytes) {
  return chunk_bytes == 0 ? "members" : size_name(chunk_bytes);
}

}  // namespace codag::harness
