import { setImmediate as othersFirst } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { requireScopes, type Caller } from '../core/callers';
import { Transactions, type View } from '../core/database';
import { wordKey } from '../core/fields/word-table';
import { JsonText } from '../core/http/json-text';
import { inTurn, readBodies, type Body } from '../core/records';
import { hitOf, Rank, shownFields, type RankedHit, type Response } from './hits';
import { questionOf, type Question } from './question';
import type { SearchGroupDto, SearchQuery, SearchResultDto } from './search.dto';
import { SEARCHED_TYPES, type SearchedType } from './searched-types';
import { sourcesOf } from './sources';

/** Of a word that is longer, the tables have the beginning only: so many records with it are looked at. */
const LONG_WORDS = 100;

/** The ids of one type, one more than is wanted if there are so many. */
interface Found {
  readonly searched: SearchedType;
  readonly ids: readonly number[];
  /** Were the words too common for all records to be looked at? */
  readonly isCut: boolean;
}

interface RankedGroup {
  readonly best: number;
  readonly group: SearchGroupDto;
}

/** The search over several types of records. */
@Injectable()
export class SearchService {
  constructor(private readonly transactions: Transactions) {}

  /** @throws InvalidRequest, MissingScope for a type that the caller may not read */
  search(caller: Caller, { q, types, limit }: SearchQuery): Promise<SearchResultDto> {
    const question = questionOf(q);
    const searchedTypes = readable(caller, types);
    return this.transactions.readFromReplica(caller, async (view) => {
      const most = question.words.every((word) => wordKey(word) === word) ? limit : LONG_WORDS;
      const found = await inTurn(view, (searched) => findAll(searched, searchedTypes, question, most));
      const groups: RankedGroup[] = [];
      for (const each of found) groups.push(await groupOf(view, each, question, limit));
      const shown = groups.filter(({ group }) => group.hits.length > 0).toSorted((one, other) => one.best - other.best);
      return { groups: shown.map(({ group }) => group) };
    });
  }
}

function readable(caller: Caller, names: readonly string[] | undefined): readonly SearchedType[] {
  if (!names) return SEARCHED_TYPES.filter(({ scope }) => caller.scopes?.has(scope));
  const chosen = SEARCHED_TYPES.filter(({ type }) => names.includes(type.name));
  for (const { type, scope } of chosen) requireScopes(caller, [scope], `Searching the type ${type.name}`);
  return chosen;
}

async function findAll(view: View, types: readonly SearchedType[], question: Question, most: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const searched of types) found.push(await findIDs(view, searched, question, most));
  return found;
}

/** By the surest ways first, until there is one more than is wanted. */
async function findIDs(view: View, searched: SearchedType, question: Question, most: number): Promise<Found> {
  const found = new Set<number>();
  let isCut = false;
  for (const source of sourcesOf(searched, question)) {
    if (found.size > most) break;
    const next = await source(view, found.size + most + 1);
    for (const id of next.ids) found.add(id);
    isCut ||= next.isCut;
  }
  return { searched, ids: [...found].slice(0, most + 1), isCut };
}

async function groupOf(view: View, { searched, ids, isCut }: Found, question: Question, limit: number): Promise<RankedGroup> {
  const bodies = await readBodies(view, searched.type, ids, new Set(shownFields(searched)));
  const responses = await withContents(view, searched, bodies.map(responseOf));
  const found: RankedHit[] = [];
  for (const response of responses) {
    found.push(hitOf(searched, question, response));
    // texts may be long
    await othersFirst();
  }
  const matching = found.filter(({ hit }) => hit.matched.length > 0);
  const hits = matching.slice(0, limit).toSorted(byRank);
  return {
    best: hits[0]?.rank ?? Rank.Other,
    group: { type: searched.type.name, hits: hits.map(({ hit }) => hit), hasMore: isCut || matching.length > limit },
  };
}

async function withContents(view: View, { content }: SearchedType, responses: readonly Response[]): Promise<readonly Response[]> {
  if (!content) return responses;
  const ids = responses.map(({ id }) => Number(id));
  const texts = await content.read(view, ids);
  return responses.map((response, index) => ({ ...response, [content.field]: texts.get(ids[index]!) }));
}

const byRank = (one: RankedHit, other: RankedHit): number => one.rank - other.rank || other.hit.id - one.hit.id;

const responseOf = (body: Body): Response => (body instanceof JsonText ? body.toJSON() : body) as Response;
