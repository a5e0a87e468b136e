#include "line_buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { read_at_once = 1 << 18 };

static void make_room(struct buffer* buffer, size_t count) {
  if (buffer->start == buffer->size) buffer->start = buffer->searched = buffer->size = 0;
  if (buffer->size + count <= buffer->capacity) return;
  if (buffer->start > 0) {
    memmove(buffer->bytes, buffer->bytes + buffer->start, buffer_left(buffer));
    buffer->size -= buffer->start;
    buffer->searched -= buffer->start;
    buffer->start = 0;
    if (buffer->size + count <= buffer->capacity) return;
  }
  buffer->capacity = 2 * (buffer->size + count);
  buffer->bytes = realloc(buffer->bytes, buffer->capacity);
  if (buffer->bytes == NULL) abort();
}

void buffer_append(struct buffer* buffer, const char* bytes, size_t count) {
  make_room(buffer, count);
  memcpy(buffer->bytes + buffer->size, bytes, count);
  buffer->size += count;
}

bool buffer_read(struct buffer* buffer, int fd) {
  make_room(buffer, read_at_once);
  const ssize_t count = read(fd, buffer->bytes + buffer->size, buffer->capacity - buffer->size);
  if (count > 0) buffer->size += (size_t)count;
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

bool buffer_write(struct buffer* buffer, int fd) {
  const ssize_t count = write(fd, buffer->bytes + buffer->start, buffer_left(buffer));
  if (count > 0) buffer->start += (size_t)count;
  return count > 0 || errno == EAGAIN || errno == EINTR;
}

char* buffer_line(struct buffer* buffer, size_t* length) {
  if (buffer->searched < buffer->start) buffer->searched = buffer->start;
  char* newline = memchr(buffer->bytes + buffer->searched, '\n', buffer->size - buffer->searched);
  if (newline == NULL) {
    buffer->searched = buffer->size;
    return NULL;
  }
  char* line = buffer->bytes + buffer->start;
  *length = (size_t)(newline + 1 - line);
  buffer->start += *length;
  return line;
}

char* find_id(char* line, size_t length, size_t* id_length) {
  static const char key[] = "\"id\":";
  char* id = memmem(line, length < 256 ? length : 256, key, sizeof key - 1);
  if (id == NULL) return NULL;
  id += sizeof key - 1;
  char* end = id;
  while (end < line + length && *end != ',' && *end != '}') ++end;
  *id_length = (size_t)(end - id);
  return id;
}
