// What the window holds in memory: the graphics driver's share, and the program's own at the start, after a
// run and for each further run. Ends with 1 if the program's own share is over the budgets.
//
//   memory [RUNS]      further runs (4); needs a display, and Linux; prints a table
//
// The driver's share is what a process holds that has the same libraries, a window of the same size and one
// frame of triangles in it, and nothing else. Textures that the program uploads count as its own.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "app/gl/gl.h"
#include "app/gl/window.h"
// GLFW must come after the GL functions.
#include <GLFW/glfw3.h>

#include "app/window/window_main.h"

namespace {

using namespace attnlab;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kMostAtStart = 200, kMostARun = 60;  // MB of the program's own
constexpr std::chrono::minutes kPatience{20};
/// A setting that a script changes when there is something to measure.
constexpr const char *kMark = "digits 6", *kMarked = "\"digits\": 6";

/// Megabytes of a process by kinds of mappings.
struct Memory {
  double all = 0, program = 0, libraries = 0, anonymous = 0, other = 0;
};

Memory operator-(Memory a, const Memory& b) {
  return {a.all - b.all, a.program - b.program, a.libraries - b.libraries, a.anonymous - b.anonymous,
          a.other - b.other};
}

double& kind_of(Memory& memory, const std::string& name, const std::string& program) {
  if (name.empty() || name.front() == '[') return memory.anonymous;
  if (name == program) return memory.program;
  return name.find(".so") != std::string::npos ? memory.libraries : memory.other;
}

Memory memory_of(pid_t process) {
  const std::string folder = "/proc/" + std::to_string(process), program = fs::read_symlink(folder + "/exe");
  std::ifstream file(folder + "/smaps");
  Memory memory;
  double* kind = &memory.other;
  for (std::string line; std::getline(file, line);) {
    long kilobytes = 0;
    char range[64] = "", rights[8] = "";
    if (std::sscanf(line.c_str(), "Rss: %ld kB", &kilobytes) == 1) {
      *kind += static_cast<double>(kilobytes) / 1024;
      memory.all += static_cast<double>(kilobytes) / 1024;
    } else if (int name = 0;
               std::sscanf(line.c_str(), "%63[0-9a-f-] %7s %*s %*s %*s %n", range, rights, &name) == 2 &&
               name > 0 && std::string(range).find('-') != std::string::npos) {
      kind = &kind_of(memory, line.substr(static_cast<std::size_t>(name)), program);
    }
  }
  return memory;
}

/// A folder for this process' files.
fs::path own_folder() {
  return fs::temp_directory_path() / ("attention-lab-memory-" + std::to_string(::getpid()));
}

/// A second process that does `work`.
class Child {
 public:
  template <typename Work>
  explicit Child(const Work& work) : process_(::fork()) {
    if (process_ < 0) throw std::runtime_error("there is no second process");
    if (process_ > 0) return;
    try {
      work();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "memory: %s\n", error.what());
    }
    std::_Exit(1);
  }
  ~Child() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits until `ready`, and measures.
  template <typename Ready>
  Memory when(const Ready& ready) {
    for (const auto end = Clock::now() + kPatience; Clock::now() < end;) {
      if (::waitpid(process_, nullptr, WNOHANG) != 0) {
        process_ = 0;
        throw std::runtime_error("the measured process has ended too early");
      }
      if (ready()) return memory_of(process_);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    throw std::runtime_error("the measured process takes too long");
  }

 private:
  pid_t process_;
};

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

GLuint shader(GLenum kind, const std::string& text) {
  const GLuint name = glCreateShader(kind);
  const std::string whole = kShaderVersion + text;
  const char* const source = whole.c_str();
  glShaderSource(name, 1, &source, nullptr);
  glCompileShader(name);
  return name;
}

/// What ImGui draws with: a program that reads a texture, and blending.
void prepare_to_draw() {
  const GLuint program = glCreateProgram();
  glAttachShader(program,
                 shader(GL_VERTEX_SHADER,
                        "layout(location=0) in vec2 at; layout(location=1) in vec4 colour; uniform mat4 view;"
                        "out vec2 place; out vec4 tint;"
                        "void main() { place = at; tint = colour; gl_Position = view * vec4(at, 0, 1); }"));
  glAttachShader(program, shader(GL_FRAGMENT_SHADER,
                                 "in vec2 place; in vec4 tint; uniform sampler2D texels; out vec4 colour;"
                                 "void main() { colour = tint * texture(texels, place); }"));
  glLinkProgram(program);
  glUseProgram(program);
  constexpr float kIdentity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  glUniformMatrix4fv(glGetUniformLocation(program, "view"), 1, GL_FALSE, kIdentity);
  GLuint texture = 0, array = 0, buffer = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  constexpr unsigned char kWhite[4] = {255, 255, 255, 255};
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, kWhite);
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 6 * sizeof(float), nullptr);
  glEnableVertexAttribArray(1);
  glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 6 * sizeof(float),
                        reinterpret_cast<void*>(2 * sizeof(float)));
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/// Frames of triangles: the driver has compiled what it needs, and has its buffers.
void draw_bare_frames(const fs::path& ready) {
  glfwInit();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  const WindowOptions size;
  GLFWwindow* const window = glfwCreateWindow(size.width, size.height, "driver", nullptr, nullptr);
  if (!window) throw std::runtime_error("there is no display, or no OpenGL 3.3");
  glfwMakeContextCurrent(window);
  prepare_to_draw();
  std::vector<float> corners;
  for (int i = 0; i < 3000; ++i) {
    const float at = static_cast<float>(i % 100) / 50 - 1;
    corners.insert(corners.end(), {at, static_cast<float>(i % 7) / 4 - 1, 1, 1, 1, 0.5f});
  }
  for (int frame = 0; frame < 60; ++frame) {
    glClear(GL_COLOR_BUFFER_BIT);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(float)), corners.data(),
                 GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, 3000);
    glfwSwapBuffers(window);
    glfwPollEvents();
  }
  glFinish();
  std::ofstream(ready) << "ready";
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

Memory driver() {
  const fs::path ready = own_folder() / "ready";
  Child child([&] { draw_bare_frames(ready); });
  return child.when([&] { return fs::exists(ready); });
}

/// The program after the commands of a script.
Memory program_after(const std::string& commands) {
  const fs::path folder = own_folder() / "program";
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::ofstream(folder / "script.txt") << "wait_idle\n"
                                       << commands << "wait_idle\n"
                                       << kMark << "\nwait_frames 100000000\n";
  WindowMainOptions options;
  options.preset = "translate";
  options.script = (folder / "script.txt").string();
  options.settings = (folder / "settings.json").string();
  Child child([&] { run_window(options); });
  return child.when([&] { return contents(folder / "settings.json").find(kMarked) != std::string::npos; });
}

void print(const char* what, const Memory& m) {
  std::printf("%-34s %8.1f %10.1f %10.1f %10.1f %8.1f\n", what, m.all, m.program, m.libraries, m.anonymous,
              m.other);
  std::fflush(stdout);
}

bool hold(const char* what, double megabytes, double most) {
  if (megabytes <= most) return true;
  std::fprintf(stderr, "memory: %s holds %.0f MB of our own, but may hold %.0f\n", what, megabytes, most);
  return false;
}

int measure(int runs) {
  std::printf("%-34s %8s %10s %10s %10s %8s\n", "resident MB", "all", "program", "libraries", "anonymous",
              "other");
  const Memory bare = driver();
  print("a bare window: the driver", bare);
  const Memory start = program_after("");
  print("at the start", start);
  print("  our own", start - bare);
  const std::string learnt = "train.play\nwait_steps 1500\n";
  const Memory one = program_after(learnt);
  print("after its run", one);
  print("  our own", one - bare);
  // One sweep for each run: a script waits for no command longer than some minutes.
  std::string others;
  for (int i = 1; i <= runs; ++i)
    others += "sweep learning_rate=0.00" + std::to_string(i) +
              "\nwait_frames 5\nwait_until sweep \"1 of 1\"\nwait_idle\n";
  const Memory many = program_after(learnt + others);
  print("after further runs", many);
  print("  our own", many - bare);
  const double further = (many - one).all / runs;
  std::printf("%-34s %8.1f\n", "  a further run", further);
  const bool holds[] = {hold("the start", (start - bare).all, kMostAtStart),
                        hold("a further run", further, kMostARun)};
  return holds[0] && holds[1] ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 4;
  fs::create_directories(own_folder());
  const int code = measure(runs);
  fs::remove_all(own_folder());
  return code;
} catch (const std::exception& error) {
  std::fprintf(stderr, "memory: %s\n", error.what());
  fs::remove_all(own_folder());
  return 1;
}
