// ByStep: a value for each of several past steps, computed one after another in the background.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "app/state/latest_job.h"
#include "core/models/snapshot.h"

namespace attnlab {

/// A Gentle pace leaves most of the processor time to others.
enum class WorkPace { Full, Gentle };

/// Caches each value as long as its weights live anywhere, so that no work is done twice. Used by the
/// screen's thread, which never waits.
template <typename Value>
class ByStep {
 public:
  /// A value of stopped work is dropped.
  using Work = std::function<Value(const SnapshotPtr&, const StopToken& stop)>;
  using Ptr = std::shared_ptr<const Value>;

  explicit ByStep(std::function<void()> wake) : job_(std::move(wake)) {}

  /// Once a frame, with the wanted steps, the most urgent first: takes finished values and begins some of the
  /// missing ones. A Gentle pace pauses between slices to leave processor time to others. `work` must not
  /// change until clear().
  void update(const std::vector<SnapshotPtr>& wanted, const Work& work, WorkPace pace = WorkPace::Full) {
    take();
    const std::vector<SnapshotPtr> missing = missing_of(wanted);
    wants_ = !missing.empty();
    if (!wants_ || job_.busy() || (pace == WorkPace::Gentle && Clock::now() < rest_until_)) return;
    job_.ask(missing, [missing, work](const StopToken& stop) { return work_on(missing, work, stop); });
  }

  /// The value of a step; null until it is computed.
  Ptr find(const SnapshotPtr& snapshot) const {
    const auto found = entries_.find(snapshot.get());
    return found == entries_.end() || found->second.snapshot.expired() ? nullptr : found->second.value;
  }

  /// Grows with each new value.
  std::uint64_t version() const { return version_; }
  bool busy() const { return job_.busy() || (wants_ && job_.error().empty()); }
  const std::string& error() const { return job_.error(); }

  /// Forgets everything; work in progress is asked to stop, and dropped.
  void clear() {
    job_.clear();
    taken_ = nullptr;
    entries_.clear();
    wants_ = false;
    ++version_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMostAtOnce = 8;
  static constexpr std::chrono::milliseconds kSlice{10};
  static constexpr int kRest = 19;  ///< rest after a slice, in multiples of the slice's time

  struct Done {
    std::vector<std::pair<SnapshotPtr, Ptr>> values;
    Clock::duration time{};
  };
  struct Entry {
    std::weak_ptr<const WeightsSnapshot> snapshot;  ///< says whether the address was freed and used again
    Ptr value;
  };

  static Done work_on(const std::vector<SnapshotPtr>& missing, const Work& work, const StopToken& stop) {
    const Clock::time_point begin = Clock::now();
    Done done;
    for (const SnapshotPtr& snapshot : missing) {
      if (stop.stop_requested() || done.time > kSlice) break;
      done.values.emplace_back(snapshot, std::make_shared<const Value>(work(snapshot, stop)));
      done.time = Clock::now() - begin;
      std::this_thread::yield();
    }
    return done;
  }

  std::vector<SnapshotPtr> missing_of(const std::vector<SnapshotPtr>& wanted) const {
    std::vector<SnapshotPtr> missing;
    for (const SnapshotPtr& snapshot : wanted)
      if (missing.size() < kMostAtOnce && !find(snapshot)) missing.push_back(snapshot);
    return missing;
  }

  void take() {
    job_.take();
    if (!job_.result() || job_.result() == taken_) return;
    taken_ = job_.result();
    rest_until_ = Clock::now() + kRest * taken_->time;
    std::erase_if(entries_, [](const auto& entry) { return entry.second.snapshot.expired(); });
    for (const auto& [snapshot, value] : taken_->values) entries_[snapshot.get()] = {snapshot, value};
    ++version_;
  }

  std::map<const WeightsSnapshot*, Entry> entries_;
  std::shared_ptr<const Done> taken_;
  Clock::time_point rest_until_{};
  std::uint64_t version_ = 0;
  bool wants_ = false;
  LatestJob<std::vector<SnapshotPtr>, Done> job_;
};

}  // namespace attnlab
