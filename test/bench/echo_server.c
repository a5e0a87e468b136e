/* The smallest MCP server: answers initialize, tools/list, and tools/call with the text of its arguments. */

#include <string.h>
#include <unistd.h>

#include "line_buffer.h"

static struct buffer out;

static void append(const char* text) {
  buffer_append(&out, text, strlen(text));
}

static void append_echo(char* line, size_t length) {
  static const char key[] = "\"text\":\"";
  char* text = memmem(line, length, key, sizeof key - 1);
  if (text == NULL) {
    append("{\"content\":[]}");
    return;
  }
  text += sizeof key - 1;
  char* end = memchr(text, '"', (size_t)(line + length - text));
  append("{\"content\":[{\"type\":\"text\",\"text\":\"");
  buffer_append(&out, text, (size_t)(end - text));
  append("\"}]}");
}

static void append_result(char* line, size_t length) {
  const size_t head = length < 256 ? length : 256;
  if (memmem(line, head, "\"tools/call\"", 12) != NULL) {
    append_echo(line, length);
  } else if (memmem(line, head, "\"tools/list\"", 12) != NULL) {
    append("{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}");
  } else {
    append(
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
        "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}");
  }
}

static void answer(char* line, size_t length) {
  size_t id_length = 0;
  const char* id = find_id(line, length, &id_length);
  if (id == NULL) return; /* a notification */
  append("{\"jsonrpc\":\"2.0\",\"id\":");
  buffer_append(&out, id, id_length);
  if (memmem(line, length < 256 ? length : 256, "\"server/discover\"", 17) != NULL) {
    append(",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n");
    return;
  }
  append(",\"result\":");
  append_result(line, length);
  append("}\n");
}

int main(void) {
  static struct buffer in;
  while (buffer_read(&in, STDIN_FILENO)) {
    size_t length = 0;
    for (char* line = buffer_line(&in, &length); line != NULL; line = buffer_line(&in, &length)) answer(line, length);
    while (buffer_left(&out) > 0) {
      if (!buffer_write(&out, STDOUT_FILENO)) return 1;
    }
  }
  return 0;
}
