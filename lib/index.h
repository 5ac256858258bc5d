/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From a 64-bit key to a place in an array: a hash table with open addressing. All zero is an empty one. */
#ifndef INDEX_H
#define INDEX_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct index {
	struct slot {
		uint64_t key;
		size_t place;	/* plus one; 0 in a free slot */
	} *slots;
	size_t room;	/* 0 or a power of two */
	size_t used;
};

/* Fibonacci hashing: ids that follow each other end up far apart. */
static inline struct slot *index_slot(const struct index *index, uint64_t key)
{
	size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 32) & (index->room - 1);

	while (index->slots[i].place && index->slots[i].key != key)
		i = (i + 1) & (index->room - 1);
	return &index->slots[i];
}

/* The place, or (size_t)-1. */
static inline size_t index_find(const struct index *index, uint64_t key)
{
	return index->room ? index_slot(index, key)->place - 1 : (size_t)-1;
}

static inline int index_grow(struct index *index)
{
	struct index wider = { .room = index->room ? 2 * index->room : 256, .used = index->used };

	wider.slots = calloc(wider.room, sizeof(*wider.slots));
	if (!wider.slots)
		return -ENOMEM;
	for (size_t i = 0; i < index->room; i++)
		if (index->slots[i].place)
			*index_slot(&wider, index->slots[i].key) = index->slots[i];
	free(index->slots);
	*index = wider;
	return 0;
}

/* Put @key at @place, wherever it was before. */
static inline int index_put(struct index *index, uint64_t key, size_t place)
{
	struct slot *slot;

	if (2 * index->used >= index->room && index_grow(index) < 0)
		return -ENOMEM;
	slot = index_slot(index, key);
	index->used += !slot->place;
	*slot = (struct slot){ key, place + 1 };
	return 0;
}

#endif
