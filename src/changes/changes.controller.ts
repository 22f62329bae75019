import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Calling, type Caller } from '../callers';
import { Answers, Fails, nextPage } from '../http';
import type { SequencedChange } from './change-log.service';
import { ChangeDto, ChangesQuery } from './changes.dto';
import { Feed } from './feed.service';

const HEADERS = {
  Link: {
    description: 'rel="next": there are more.',
    schema: { type: 'string' as const, maxLength: 20_000, example: '</api/Changes?limit=2&after=4711>; rel="next"' },
  },
  'X-Last-Sequence': {
    description: 'The newest change there is. Without a Link everything up to it has been seen: go on behind it.',
    schema: { type: 'integer' as const, format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 4711 },
  },
};

@ApiTags('Changes')
@Controller('api/Changes')
export class ChangesController {
  constructor(private readonly feed: Feed) {}

  @Get()
  @ApiOperation({
    operationId: 'Changes_list',
    summary: 'What was changed, in order',
    description:
      'Whoever goes on behind the last sequence seen reads every committed change once; the changes of a record come in the order of its versions.',
  })
  @Answers([ChangeDto], { description: 'The next changes.', headers: HEADERS })
  @Fails(409)
  async list(@Calling() caller: Caller, @Query() query: ChangesQuery, @Res({ passthrough: true }) response: Response) {
    const { changes, next, last } = await this.feed.page(caller, query, hungUp(response));
    response.setHeader('X-Last-Sequence', String(last));
    if (next !== undefined) nextPage(response, 'after', String(next));
    return changes.map(answer);
  }
}

function hungUp(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

function answer({ concerned: _, depth: __, automationID, runID, fields, ...change }: SequencedChange): ChangeDto {
  return {
    ...change,
    fields: Object.fromEntries(Object.entries(fields).map(([name, [before, after]]) => [name, { before, after }])),
    ...(automationID === null ? {} : { automationID }),
    ...(runID === null ? {} : { runID }),
  };
}
