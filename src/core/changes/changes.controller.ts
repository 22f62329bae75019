import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../callers';
import { Area, DescribedTag, Returns, Fails, setNextLink } from '../http';
import type { SequencedChange } from './change-log.service';
import { ChangeDto, ChangesQuery } from './changes.dto';
import { Feed } from './feed.service';

const HEADERS = {
  Link: {
    description: 'rel="next": the next page; absent if there are no more changes.',
    schema: { type: 'string' as const, maxLength: 20_000, example: '</api/Changes?limit=2&after=4711>; rel="next"' },
  },
  'X-Last-Sequence': {
    description: 'The sequence of the newest change. Without a Link, all changes up to it have been read: continue after it.',
    schema: { type: 'integer' as const, format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 4711 },
  },
};

@DescribedTag('Changes', 'The change feed: every change, once and in order.')
@Area('changes')
@Controller('api/Changes')
export class ChangesController {
  constructor(private readonly feed: Feed) {}

  @Get()
  @ApiOperation({
    operationId: 'Changes_list',
    summary: 'List changes, in order',
    description:
      'Pass the last sequence read as `after` to read every committed change exactly once. The changes of a record are in the order of its versions.',
  })
  @Returns([ChangeDto], { headers: HEADERS })
  @Fails(409)
  async list(@CurrentCaller() caller: Caller, @Query() query: ChangesQuery, @Res({ passthrough: true }) response: Response) {
    const { changes, next, last } = await this.feed.page(caller, query, abortOnClose(response));
    response.setHeader('X-Last-Sequence', String(last));
    if (next !== undefined) setNextLink(response, 'after', String(next));
    return changes.map(toDto);
  }
}

function abortOnClose(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

function toDto({ sequence, type, recordID, action, version, events, fields, at, byID, automationID, runID }: SequencedChange): ChangeDto {
  return {
    ...{ sequence, type, recordID, action, version, events, at, byID },
    fields: Object.fromEntries(Object.entries(fields).map(([name, [before, after]]) => [name, { before, after }])),
    ...(automationID === null ? {} : { automationID }),
    ...(runID === null ? {} : { runID }),
  };
}
