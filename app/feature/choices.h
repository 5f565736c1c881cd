// Choices: what people choose in each feature, values by their types.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

namespace attnlab {

/// At most one value of each type; a feature brings its own type, so that nothing here names features. A type
/// that was never written to has the value T{}. Copies are deep, and two are equal if all values are.
class Choices {
 public:
  Choices() = default;
  Choices(const Choices& other) { copy(other); }
  Choices(Choices&&) = default;
  Choices& operator=(const Choices& other) {
    if (this != &other) copy(other);
    return *this;
  }
  Choices& operator=(Choices&&) = default;
  ~Choices() = default;

  template <typename T>
  const T& of() const {
    static const T standard{};
    const Slot* const slot = find(key<T>());
    return slot ? static_cast<const Held<T>*>(slot)->value : standard;
  }
  /// The reference stays valid until the choices are assigned to or end.
  template <typename T>
  T& of() {
    Slot* slot = find(key<T>());
    if (!slot) slot = slots_.emplace_back(std::make_unique<Held<T>>()).get();
    return static_cast<Held<T>*>(slot)->value;
  }

  friend bool operator==(const Choices& a, const Choices& b) { return a.is_within(b) && b.is_within(a); }

 private:
  /// Its address represents a type.
  template <typename T>
  static constexpr char kKey = 0;
  template <typename T>
  static const void* key() {
    static_assert(std::is_same_v<T, std::remove_cvref_t<T>>);
    return &kKey<T>;
  }

  struct Slot {
    explicit Slot(const void* of) : type(of) {}
    virtual ~Slot() = default;
    virtual std::unique_ptr<Slot> clone() const = 0;
    /// Whether the value equals the value of `other`; null: the standard value.
    virtual bool equals(const Slot* other) const = 0;
    const void* type;
  };
  template <typename T>
  struct Held final : Slot {
    explicit Held(T of = {}) : Slot(key<T>()), value(std::move(of)) {}
    std::unique_ptr<Slot> clone() const override { return std::make_unique<Held>(value); }
    bool equals(const Slot* other) const override {
      return other ? value == static_cast<const Held*>(other)->value : value == T{};
    }
    T value;
  };

  Slot* find(const void* type) const {
    for (const auto& slot : slots_)
      if (slot->type == type) return slot.get();
    return nullptr;
  }
  bool is_within(const Choices& other) const {
    for (const auto& slot : slots_)
      if (!slot->equals(other.find(slot->type))) return false;
    return true;
  }
  void copy(const Choices& other) {
    slots_.clear();
    slots_.reserve(other.slots_.size());
    for (const auto& slot : other.slots_) slots_.push_back(slot->clone());
  }

  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace attnlab
