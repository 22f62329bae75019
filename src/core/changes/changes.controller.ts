import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../callers';
import { RecordTypes } from '../fields/record-types';
import { Area, DescribedTag, Returns, Fails, Produces, setNextLink } from '../http';
import { abortOnClose } from './abort-on-close';
import { ChangeStream } from './change-stream.service';
import { ChangeDto, changeResponse, ChangesQuery, ChangeStreamQuery, filterOf } from './changes.dto';
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

const STREAM = { type: 'string' as const, maxLength: 1_000_000_000 };
const EXAMPLE = 'id: 4711\nevent: change\ndata: {"sequence":4711,"type":"Job","recordID":7}\n\n';

@DescribedTag('Changes', 'The change feed: every change, once and in order.')
@Area('changes')
@Controller('api/Changes')
export class ChangesController {
  constructor(
    private readonly feed: Feed,
    private readonly stream: ChangeStream,
    private readonly types: RecordTypes,
  ) {}

  @Get('Stream')
  @Produces('text/event-stream', 'application/problem+json')
  @ApiOperation({
    operationId: 'Changes_stream',
    summary: 'Follow changes as they come',
    description:
      'Server-sent events: each change is an event `change` whose id is its sequence and whose data is the JSON of GET /api/Changes. Every 15 seconds without one, a comment shows that the connection lives, and an id how far the feed has been read. EventSource connects again by itself and continues after the last id; 409 if the changes after it are no longer stored.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The sequence of the last change read, as EventSource sends it when it connects again.',
    schema: { type: 'string', maxLength: 16, pattern: '^\\d{1,16}$' },
  })
  @ApiOkResponse({ description: 'The changes.', content: { 'text/event-stream': { schema: STREAM, example: EXAMPLE } } })
  @Fails(409)
  follow(
    @CurrentCaller() caller: Caller,
    @Query() query: ChangeStreamQuery,
    @Headers('last-event-id') lastEventID: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.stream.send(caller, query, lastEventID, response);
  }

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
    const { changes, next, last } = await this.feed.page(caller, { ...query, filter: filterOf(this.types, query) }, abortOnClose(response));
    response.setHeader('X-Last-Sequence', String(last));
    if (next !== undefined) setNextLink(response, 'after', String(next));
    return changes.map(changeResponse);
  }
}
