import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtension, ApiResponse, ApiSecurity, type ApiResponseOptions } from '@nestjs/swagger';

/** Problem statuses that a route may have beyond those that all have. */
export type FailureStatus = 404 | 409 | 412 | 429 | 503;

/** Where the statuses wait until the document is completed. */
export const FAILS = 'x-fails';

interface AnswerOptions {
  status?: number;
  description?: string;
  headers?: NonNullable<ApiResponseOptions['headers']>;
  /** Of the whole body, where those of its fields do not make one. */
  example?: unknown;
}

const PATH = { type: 'string', maxLength: 20_000 } as const;
/** Of how many records there are. */
export const COUNT_HEADER = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647, example: 250 } as const;

const PAGE_HEADERS: NonNullable<ApiResponseOptions['headers']> = {
  Link: {
    description: 'rel="next": where the list goes on; absent on the last page.',
    schema: { ...PATH, example: '</api/Jobs/Search?limit=2&cursor=eyJpZCI6Mn0>; rel="next"' },
  },
  'X-Total-Count': { description: 'On the first page: how many match, counted up to 10,000.', schema: COUNT_HEADER },
  'X-Total-Count-Capped': {
    description: 'true: more match than were counted.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
};

/** The success of a route: its status (200 unless said otherwise) and the class of its body, in brackets for an array of them. */
export function Answers(type: Type | [Type], { status = 200, description = 'Done.', ...more }: AnswerOptions = {}): MethodDecorator {
  return applyDecorators(HttpCode(status), ApiResponse({ status, type, description, ...more }));
}

/** One page of an array, with its headers. */
export const AnswersPage = (type: Type, description = 'A page of the list.'): MethodDecorator =>
  Answers([type], { description, headers: PAGE_HEADERS });

/** A record was made: 201, and where it is. */
export const AnswersCreated = (type: Type): MethodDecorator =>
  Answers(type, { status: 201, description: 'Made.', headers: { Location: { description: 'The path of the record.', schema: PATH } } });

/** What was to be made was there already: 200. Beside {@link AnswersCreated}. */
export const AnswersAlready = (type: Type): MethodDecorator => ApiResponse({ status: 200, type, description: 'It was there already.' });

export const AnswersNothing = (description = 'Done.'): MethodDecorator =>
  applyDecorators(HttpCode(204), ApiResponse({ status: 204, description }));

/** Problems of a route beyond those that every route has, and beyond the 404 of an id in its path. */
export const Fails = (...statuses: readonly FailureStatus[]): MethodDecorator => ApiExtension(FAILS, statuses);

/** Marks a POST that changes nothing: it may be sent as often as one likes. */
export const READS = 'x-only-reads';
export const OnlyReads = (): MethodDecorator => applyDecorators(SetMetadata(READS, true), ApiExtension(READS, true));

/** Needs no key. Documents it only: the paths themselves are in the callers' list. */
export const Public = (): ClassDecorator & MethodDecorator => ApiSecurity({});
