// SPDX-License-Identifier: GPL-2.0-or-later
#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* Characters that are not shown as themselves. Source: Unicode's categories Cc, Cf, Cs, Zl, Zp and its noncharacters */
static const struct {
	uint32_t first, last;
} unsafe[] = {
	{ 0x0000, 0x001f },	/* control characters */
	{ '\\', '\\' },		/* what we escape with */
	{ 0x007f, 0x009f },	/* more control characters */
	{ 0x00ad, 0x00ad },	/* soft hyphen */
	{ 0x061c, 0x061c },	/* direction mark */
	{ 0x180e, 0x180e },	/* no width */
	{ 0x200b, 0x200f },	/* no width; direction marks */
	{ 0x2028, 0x202e },	/* line and paragraph ends; direction overrides */
	{ 0x2060, 0x206f },	/* no width; direction isolates */
	{ 0xd800, 0xdfff },	/* halves of UTF-16 */
	{ 0xfdd0, 0xfdef },	/* noncharacters */
	{ 0xfeff, 0xfeff },	/* byte order mark */
	{ 0xfff0, 0xfffb },	/* annotations */
	{ 0xfffe, 0xffff },	/* noncharacters */
	{ 0xe0000, 0xe0fff },	/* invisible tags */
};

void text_clear(struct text *text)
{
	text->length = 0;
	if (text->bytes)
		text->bytes[0] = '\0';
}

void text_free(struct text *text)
{
	free(text->bytes);
	*text = (struct text) { 0 };
}

void text_add(struct text *text, const char *bytes, size_t n)
{
	if (text->length + n >= text->room) {
		size_t room = 2 * (text->length + n) + 64;
		char *more = realloc(text->bytes, room);

		if (!more) {
			text->failed = true;
			return;
		}
		text->bytes = more;
		text->room = room;
	}
	memcpy(text->bytes + text->length, bytes, n);
	text->length += n;
	text->bytes[text->length] = '\0';
}

static size_t length_by_first_byte(unsigned char byte)
{
	if (byte < 0x80)
		return 1;
	if (byte < 0xc2)
		return 0;	/* a byte from inside a character, or a longer form of one that fits in a byte */
	return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;
}

/* How many bytes the character at @s has; 0 when it is not UTF-8 (RFC 3629). */
static size_t decode(const unsigned char *s, uint32_t *ret_character)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length = length_by_first_byte(*s);
	uint32_t character = length > 1 ? *s & (0x7fu >> length) : *s;

	for (size_t i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)	/* the end of the string is none either */
			return 0;
		character = character << 6 | (s[i] & 0x3f);
	}
	if (!length || character < least[length] || character > 0x10ffff)
		return 0;
	*ret_character = character;
	return length;
}

static bool is_safe(uint32_t character)
{
	for (size_t i = 0; i < ARRAY_SIZE(unsafe); i++)
		if (character >= unsafe[i].first && character <= unsafe[i].last)
			return false;
	return true;
}

void text_add_safe(struct text *text, const char *name, const char *also)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *s = (const unsigned char *)name;

	while (*s) {
		uint32_t character;
		size_t length = decode(s, &character);

		if (length && is_safe(character) && (length > 1 || !strchr(also, *s))) {
			text_add(text, (const char *)s, length);
			s += length;
			continue;
		}
		/* The other bytes of an unsafe character follow it: they are no UTF-8 on their own. */
		text_add(text, (const char[]) { '\\', 'x', digits[*s >> 4], digits[*s & 0xf] }, 4);
		s++;
	}
}

void text_add_json(struct text *text, const char *name)
{
	struct text safe = { 0 };

	/* What is left to escape for JSON (RFC 8259) is its own quotes and our backslashes. */
	text_add_safe(&safe, name, "");
	text_add(text, "\"", 1);
	for (size_t i = 0; i < safe.length; i++) {
		if (safe.bytes[i] == '"' || safe.bytes[i] == '\\')
			text_add(text, "\\", 1);
		text_add(text, safe.bytes + i, 1);
	}
	text_add(text, "\"", 1);
	text->failed |= safe.failed;
	text_free(&safe);
}
