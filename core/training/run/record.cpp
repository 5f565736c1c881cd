// Record: names of columns, and the past of a run.
#include "core/training/run/record.h"

#include <algorithm>

namespace attnlab {

Index Record::column(std::string_view name) const {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? -1 : found - names.begin();
}

namespace {

template <typename Row>
typename AppendLog<Row>::View rows_until(const typename AppendLog<Row>::View& rows, Index step) {
  std::size_t size = rows.size();
  while (size > 0 && rows[size - 1].step > step) --size;
  return rows.first(size);
}

}  // namespace

Record until(const Record& record, Index step) {
  Record past = with_rows_until(record, step);
  past.timeline = std::make_shared<const Timeline>(until(*record.timeline, step));
  return past;
}

Record with_rows_until(Record record, Index step) {
  record.steps = rows_until<StepMetrics>(record.steps, step);
  record.measurements = rows_until<Measurement>(record.measurements, step);
  return record;
}

}  // namespace attnlab
