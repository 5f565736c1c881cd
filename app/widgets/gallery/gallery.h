// Gallery: every widget in its states, on pages, for demonstration and tests.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "app/base/matrix_look.h"
#include "app/theme/theme.h"
#include "app/widgets/gallery/data.h"
#include "app/widgets/heat_map/matrix_view.h"

namespace attnlab {

/// The look that the gallery requests from its window.
struct GalleryLook {
  ThemeKind theme = ThemeKind::Dark;
  bool high_contrast = false;
  float text_percent = 100.0f;
};

class Gallery {
 public:
  /// Draws one frame over the whole window.
  void draw();

  /// Script commands: `theme dark|light`, `contrast on|off`, `text 150`, `page 1` to the last,
  /// `motion on|off`, `select ROW COL`, `digits N`, `zoom MAP TIMES`. Throws std::invalid_argument for
  /// others, with near names.
  void command(const std::string& line);

  /// Values for scripts: "page", "selected", "hovered_symbol", "playing", "typed", "clicks".
  /// Throws std::invalid_argument for others, with near names.
  std::string evaluate(const std::string& expression) const;

  const GalleryLook& look() const { return look_; }

 private:
  struct Page {
    const char* title;
    void (Gallery::*draw)();
  };
  struct Words;
  struct Command;
  struct Expression;
  static std::span<const Page> pages();
  static std::span<const Command> commands();
  static std::span<const Expression> expressions();

  void draw_bar();
  void draw_page();
  void matrices_page();
  void product_page();
  void formulas_page();
  void plots_page();
  void tokens_page();
  void trees_page();
  void rich_text_page();
  void controls_page();
  void zoom_page();
  void legend_modes(ImVec2 size);
  void draw_operands();
  void draw_columns();
  static MatrixLooks first_looks();
  void inspector(float width);
  void draw_buttons();
  void draw_fields();

  GalleryData data_;
  GalleryLook look_;
  MatrixLooks looks_ = first_looks();
  int page_ = 0;
  Cell selected_{3, 1};
  std::string symbol_;
  Role lit_ = Role::None;
  bool playing_ = false, switched_ = true;
  int clicks_ = 0, choice_ = 1, head_ = 1, stage_ = 0;
  float value_ = 0.35f, panel_ = 0, upper_ = 0;
  float dragged_percent_ = 100;  ///< takes effect when the slider is released
  std::int64_t count_ = 4;
  double marker_ = 620;
  std::string typed_ = "the black cat sleeps", essay_ = "A field for several lines.", link_;
};

}  // namespace attnlab
