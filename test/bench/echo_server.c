/* The smallest MCP server: answers initialize, tools/list, and tools/call with the text of its arguments, or with N
 * bytes if that text is "result of N". With an argument, it lists so many tools. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "line_buffer.h"

static struct buffer out;
static long tools = 1;

static void append(const char* text) {
  buffer_append(&out, text, strlen(text));
}

static void append_tools(void) {
  append("{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}");
  for (long tool = 1; tool < tools; ++tool) {
    char name[64];
    snprintf(name, sizeof name, ",{\"name\":\"tool_%ld\",\"description\":\"", tool);
    append(name);
    append(
        "Does one of the many things that this server can do\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
        "{\"path\":{\"type\":\"string\",\"description\":\"Where it is done\"}},\"required\":[\"path\"]}}");
  }
  append("]}");
}

static void append_text(const char* text, size_t length) {
  static const char ask[] = "result of ";
  if (length <= sizeof ask || memcmp(text, ask, sizeof ask - 1) != 0) {
    buffer_append(&out, text, length);
    return;
  }
  static char block[4096];
  memset(block, 'x', sizeof block);
  for (size_t left = strtoul(text + sizeof ask - 1, NULL, 10); left > 0;) {
    const size_t part = left < sizeof block ? left : sizeof block;
    buffer_append(&out, block, part);
    left -= part;
  }
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
  append_text(text, (size_t)(end - text));
  append("\"}]}");
}

static void append_result(char* line, size_t length) {
  const size_t head = length < 256 ? length : 256;
  if (memmem(line, head, "\"tools/call\"", 12) != NULL) {
    append_echo(line, length);
  } else if (memmem(line, head, "\"tools/list\"", 12) != NULL) {
    append_tools();
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

int main(int argc, char** argv) {
  if (argc > 1) tools = strtol(argv[1], NULL, 10);
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
