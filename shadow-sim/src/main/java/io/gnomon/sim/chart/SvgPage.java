package io.gnomon.sim.chart;

import java.io.StringWriter;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Shapes and text on an SVG page, in pixels from the top left. Lengths are written with one
 * decimal, the same in every locale. Not thread-safe.
 */
final class SvgPage {
  private static final String NAMESPACE = "http://www.w3.org/2000/svg";

  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;

  /** A white page with a title and a description for readers that see no pictures. */
  SvgPage(double width, double height, String title, String description) {
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException("a text in memory cannot be written", impossible);
    }
    open("svg", "xmlns", NAMESPACE, "viewBox", "0 0 " + length(width) + " " + length(height));
    attributes("width", length(width), "height", length(height), "role", "img");
    attributes("font-family", "Helvetica, Arial, sans-serif", "font-size", "12", "fill", "#222222");
    write("title", title);
    write("desc", description);
    rectangle(0, 0, width, height, "fill", "#ffffff");
  }

  /** A line between two points. */
  void line(double x1, double y1, double x2, double y2, String... style) {
    open("line", "x1", length(x1), "y1", length(y1), "x2", length(x2), "y2", length(y2));
    attributes(style);
    close();
  }

  /** A rectangle. */
  void rectangle(double x, double y, double width, double height, String... style) {
    open("rect", "x", length(x), "y", length(y));
    attributes("width", length(width), "height", length(height));
    attributes(style);
    close();
  }

  /** A dot. */
  void dot(double x, double y, double radius, String... style) {
    open("circle", "cx", length(x), "cy", length(y), "r", length(radius));
    attributes(style);
    close();
  }

  /** A path in the commands of SVG, without area. */
  void path(String commands, String... style) {
    open("path", "d", commands, "fill", "none");
    attributes(style);
    close();
  }

  /** A line of text whose base line is at {@code y}. */
  void text(double x, double y, String words, String... style) {
    open("text", "x", length(x), "y", length(y));
    attributes(style);
    call(() -> xml.writeCharacters(printable(words)));
    close();
  }

  /** The document. */
  String document() {
    close();
    call(xml::flush);
    return text.toString().stripLeading() + "\n";
  }

  /** A length or coordinate as the page writes it. */
  static String length(double pixels) {
    String fixed = String.format(Locale.ROOT, "%.1f", pixels);
    return fixed.endsWith(".0") ? fixed.substring(0, fixed.length() - 2) : fixed;
  }

  /** The words with a replacement character for each that XML does not allow. */
  private static String printable(String words) {
    return words
        .codePoints()
        .map(c -> allowed(c) ? c : 0xFFFD)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean allowed(int c) {
    return c >= ' ' && c < Character.MIN_SURROGATE
        || c > Character.MAX_SURROGATE && c < 0xFFFE
        || c > 0xFFFF;
  }

  private void write(String element, String words) {
    open(element);
    call(() -> xml.writeCharacters(printable(words)));
    close();
  }

  private void open(String element, String... style) {
    call(
        () -> {
          xml.writeCharacters("\n");
          xml.writeStartElement(element);
        });
    attributes(style);
  }

  private void attributes(String... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String name = namesAndValues[i];
      String value = namesAndValues[i + 1];
      call(() -> xml.writeAttribute(name, value));
    }
  }

  private void close() {
    call(xml::writeEndElement);
  }

  /** Writing to memory. */
  private interface Call {
    void run() throws XMLStreamException;
  }

  private static void call(Call call) {
    try {
      call.run();
    } catch (XMLStreamException wrong) {
      throw new IllegalStateException("the picture is not well formed", wrong);
    }
  }
}
