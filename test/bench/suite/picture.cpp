#include "picture.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace bench {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 320;
constexpr double kLeft = 50;
constexpr double kRight = 20;
constexpr double kTop = 40;
constexpr double kBottom = 50;

/// Where values of a chart are drawn. Points are at equal distances; 0 is at the bottom.
class Scale {
 public:
  explicit Scale(const Picture& picture) : count_(picture.points.size()) {
    for (const Picture::Point& point : picture.points) top_ = std::max(top_, std::ceil(point.ratio));
  }
  [[nodiscard]] double x(std::size_t index) const {
    const double step = (kWidth - kLeft - kRight) / static_cast<double>(std::max<std::size_t>(count_ - 1, 1));
    return kLeft + static_cast<double>(index) * step;
  }
  [[nodiscard]] double y(double ratio) const { return kHeight - kBottom - ratio / top_ * (kHeight - kTop - kBottom); }
  [[nodiscard]] int top() const { return static_cast<int>(top_); }

 private:
  std::size_t count_;
  double top_ = 2;
};

void write_text(std::ostream& svg, double x, double y, const char* anchor, const std::string& text) {
  svg << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\">" << text << "</text>\n";
}

}  // namespace

std::string draw(const Picture& picture) {
  const Scale scale(picture);
  std::ostringstream svg;
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kWidth << ' ' << kHeight
      << "\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#777\">\n<title>" << picture.title << "</title>\n";
  write_text(svg, kLeft, kTop - 18, "start", picture.title);
  const int step = std::max(1, scale.top() / 5);
  for (int ratio = 0; ratio <= scale.top(); ratio += step) {
    svg << "<line x1=\"" << kLeft << "\" x2=\"" << kWidth - kRight << "\" y1=\"" << scale.y(ratio) << "\" y2=\""
        << scale.y(ratio) << "\" stroke=\"#777\" stroke-opacity=\"" << (ratio == 1 ? 0.9 : 0.25) << "\"/>\n";
    write_text(svg, kLeft - 8, scale.y(ratio) + 4, "end", std::to_string(ratio));
  }
  svg << "<polyline fill=\"none\" stroke=\"#2a7de1\" stroke-width=\"2\" points=\"";
  for (std::size_t index = 0; index < picture.points.size(); ++index) {
    svg << scale.x(index) << ',' << scale.y(picture.points[index].ratio) << ' ';
  }
  svg << "\"/>\n";
  for (std::size_t index = 0; index < picture.points.size(); ++index) {
    const Picture::Point& point = picture.points[index];
    const char* const anchor = index == 0 ? "start" : index + 1 == picture.points.size() ? "end" : "middle";
    svg << "<circle cx=\"" << scale.x(index) << "\" cy=\"" << scale.y(point.ratio)
        << "\" r=\"3.5\" fill=\"#2a7de1\"/>\n";
    write_text(svg, scale.x(index), scale.y(point.ratio) - 9, anchor, rounded(point.ratio));
    write_text(svg, scale.x(index), kHeight - kBottom + 18, anchor, point.label);
  }
  write_text(svg, kLeft + (kWidth - kLeft - kRight) / 2, kHeight - 10, "middle", picture.axis);
  svg << "</svg>\n";
  return svg.str();
}

}  // namespace bench
