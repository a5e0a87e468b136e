#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Bytes that were read and not used yet, or that are still to be written. Starts as all zeros. */
struct buffer {
  char* bytes;
  size_t size;
  size_t capacity;
  size_t start;    /* used before this */
  size_t searched; /* no newline between start and this */
};

void buffer_append(struct buffer* buffer, const char* bytes, size_t count);

/* One read(2). False at the end of the input or on an error other than "try again". */
bool buffer_read(struct buffer* buffer, int fd);

/* One write(2) of what is buffered. False on an error other than "try again". */
bool buffer_write(struct buffer* buffer, int fd);

static inline size_t buffer_left(const struct buffer* buffer) {
  return buffer->size - buffer->start;
}

/* The next whole line with its newline, valid until the buffer is appended to or read into; NULL: none yet. */
char* buffer_line(struct buffer* buffer, size_t* length);

/* The value of the first member "id" of a line, which must be near its beginning. NULL: none. */
char* find_id(char* line, size_t length, size_t* id_length);
