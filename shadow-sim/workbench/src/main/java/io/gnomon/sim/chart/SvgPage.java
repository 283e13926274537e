package io.gnomon.sim.chart;

import java.io.StringWriter;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * An SVG page with shapes and text, in pixels from the top left. Lengths have one decimal,
 * independently of the locale. Not thread-safe.
 */
final class SvgPage {
  private static final String NAMESPACE = "http://www.w3.org/2000/svg";

  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;

  /** Creates a white page with a title and a description for screen readers. */
  SvgPage(double width, double height, String title, String description) {
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException("cannot write XML to memory", impossible);
    }
    open("svg", "xmlns", NAMESPACE, "viewBox", "0 0 " + length(width) + " " + length(height));
    attributes("width", length(width), "height", length(height), "role", "img");
    attributes("font-family", "Helvetica, Arial, sans-serif", "font-size", "12", "fill", "#222222");
    write("title", title);
    write("desc", description);
    rectangle(0, 0, width, height, "fill", "#ffffff");
  }

  /** Draws a line between two points. */
  void line(double x1, double y1, double x2, double y2, String... style) {
    open("line", "x1", length(x1), "y1", length(y1), "x2", length(x2), "y2", length(y2));
    attributes(style);
    close();
  }

  /** Draws a rectangle. */
  void rectangle(double x, double y, double width, double height, String... style) {
    open("rect", "x", length(x), "y", length(y));
    attributes("width", length(width), "height", length(height));
    attributes(style);
    close();
  }

  /** Draws a dot. */
  void dot(double x, double y, double radius, String... style) {
    open("circle", "cx", length(x), "cy", length(y), "r", length(radius));
    attributes(style);
    close();
  }

  /** Draws an SVG path without fill. */
  void path(String commands, String... style) {
    open("path", "d", commands, "fill", "none");
    attributes(style);
    close();
  }

  /** Draws a line of text with its baseline at {@code y}. */
  void text(double x, double y, String words, String... style) {
    open("text", "x", length(x), "y", length(y));
    attributes(style);
    call(() -> xml.writeCharacters(printable(words)));
    close();
  }

  /** Ends and returns the document. */
  String document() {
    close();
    call(xml::flush);
    return text.toString().stripLeading() + "\n";
  }

  /** Formats a length or coordinate. */
  static String length(double pixels) {
    String fixed = String.format(Locale.ROOT, "%.1f", pixels);
    return fixed.endsWith(".0") ? fixed.substring(0, fixed.length() - 2) : fixed;
  }

  /** Replaces characters that XML does not allow. */
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

  /** A call of the XML writer. */
  private interface Call {
    void run() throws XMLStreamException;
  }

  private static void call(Call call) {
    try {
      call.run();
    } catch (XMLStreamException wrong) {
      throw new IllegalStateException("the SVG document is not well formed", wrong);
    }
  }
}
