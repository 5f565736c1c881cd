// Trace CSV: fields, tables and the folder.
#include "core/io/trace_csv.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

#include "core/io/files/atomic_folder.h"
#include "core/io/files/csv_lines.h"
#include "core/io/files/file.h"
#include "core/trace/axis_labels.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kList = "tensors.csv", kListHeader = "tensor,shape,file\n";
constexpr std::uint64_t kLongestList = 16'000'000;

/// As few digits as give the same number again; "inf", "-inf", "nan".
void append_number(std::string& out, Real value) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  out.append(text, end);
}

/// A table of one tensor. Axes without a title have one place and are left out.
class Table {
 public:
  Table(const Shape& shape, std::vector<TensorAxisLabels> labels)
      : shape_(shape), labels_(std::move(labels)) {
    wide_ = std::ranges::count_if(labels_, &Table::is_shown) > 1;
    if (wide_) columns_ = shape.last();
  }

  std::string text(std::span<const Real> cells) const {
    std::string out = header();
    const auto count = count_of(cells);
    for (Index first = 0; first < count; first += columns_) {
      append_places(out, first);
      for (Index i = first; i < first + columns_; ++i) {
        if (i > first) out += ',';
        append_number(out, cells[i]);
      }
      out += '\n';
    }
    return out;
  }

 private:
  static bool is_shown(const TensorAxisLabels& axis) { return !axis.title.empty(); }
  /// How many axes have columns of their own.
  int leading_axes() const { return wide_ ? shape_.rank() - 1 : shape_.rank(); }

  std::string header() const {
    std::string out;
    for (int i = 0; i < leading_axes(); ++i) {
      const TensorAxisLabels& axis = labels_[i];
      if (!is_shown(axis)) continue;
      out += axis.title + ",";
      if (!axis.tokens.empty()) out += axis.title == "id" ? "token," : axis.title + " token,";
    }
    if (!wide_) return out + "value\n";
    const TensorAxisLabels& last = labels_.back();
    for (Index i = 0; i < columns_; ++i) {
      std::string title = std::to_string(i);
      if (!last.tokens.empty()) title += " " + last.tokens[i];
      out += (i == 0 ? "" : ",") + csv_field(title);
    }
    return out + "\n";
  }

  void append_places(std::string& out, Index offset) const {
    const auto index = shape_.index_of(offset);
    for (int i = 0; i < leading_axes(); ++i) {
      const TensorAxisLabels& axis = labels_[i];
      if (!is_shown(axis)) continue;
      const Index place = index[i];
      out += std::to_string(place) + ",";
      if (!axis.tokens.empty()) out += csv_field(axis.tokens[place]) + ",";
    }
  }

  Shape shape_;
  std::vector<TensorAxisLabels> labels_;
  bool wide_ = false;  ///< the last axis runs along the columns
  Index columns_ = 1;
};

/// A tensor's name as a file's: letters, digits, dots, hyphens and underscores only.
std::string file_name(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_' && c != '-') c = '_';
  return name + ".csv";
}

std::string list_of(const Trace& trace) {
  std::string out(kListHeader);
  const auto append = [&](const std::string& name, const Shape& shape) {
    out += csv_field(name) + "," + csv_field(shape.text()) + "," + csv_field(file_name(name)) + "\n";
  };
  for (const auto* tensors : {&trace.tensors(), &trace.parameters()}) {
    for (const TraceTensor& tensor : *tensors) {
      append(tensor.name, tensor.shape);
      if (!tensor.gradient.empty()) append(tensor.name + ".grad", tensor.shape);
    }
  }
  return out;
}

/// The last field of each row: file names, never paths out of the folder.
std::vector<std::string> files_of(const std::string& list) {
  std::vector<std::string> files = {std::string(kList)};
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    const std::string file = line.substr(line.rfind(',') + 1);
    if (file.ends_with(".csv") && file == file_name(file.substr(0, file.size() - 4))) files.push_back(file);
  }
  return files;
}

std::string old_list(const fs::path& folder) {
  std::error_code error;
  const fs::path list = folder / kList;
  return fs::is_regular_file(list, error) ? read_file(list, kLongestList) : std::string();
}

bool is_trace_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path list = folder / kList;
  if (!fs::is_regular_file(list, error) || fs::file_size(list, error) > kLongestList) return false;
  return read_file(list, kLongestList).starts_with(kListHeader);
}

void write_table(const fs::path& file, const std::string& text) {
  OutputFile out(file);
  out.write(text);
  out.close();
}

}  // namespace

std::string tensor_csv(const Trace& trace, const TraceTensor& tensor, std::span<const Real> cells,
                       const Vocabularies& v) {
  return Table(tensor.shape, axis_labels(trace, tensor, v)).text(cells);
}

void write_trace_csv(const fs::path& folder, const Trace& trace, const Vocabularies& v) {
  const std::string list = list_of(trace);
  std::vector<std::string> names = files_of(list);
  std::ranges::copy(files_of(old_list(folder)), std::back_inserter(names));
  const std::vector<std::string_view> files(names.begin(), names.end());
  AtomicFolder place(folder, {"folder of tables", files, is_trace_folder});
  for (const auto* tensors : {&trace.tensors(), &trace.parameters()}) {
    for (const TraceTensor& tensor : *tensors) {
      write_table(place.path() / file_name(tensor.name), tensor_csv(trace, tensor, tensor.value, v));
      if (!tensor.gradient.empty())
        write_table(place.path() / file_name(tensor.name + ".grad"),
                    tensor_csv(trace, tensor, tensor.gradient, v));
    }
  }
  write_table(place.path() / kList, list);
  place.commit();
}

}  // namespace attnlab
