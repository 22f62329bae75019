import { Body, Controller, Delete, Get, Param, Post, Query, type Type } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { NAME } from '../database/columns';
import { Answers, AnswersAlready, AnswersCreated, AnswersNothing, PathId } from '../http';
import { RecordTagDto, RecordTagNewDto, TagTypeQuery } from './record-tag.dto';
import { RecordTags } from './record-tags.service';
import type { Tagged } from './tagged';

const TagParam = (): MethodDecorator =>
  ApiParam({ name: 'tag', schema: { type: 'string', minLength: 1, maxLength: NAME, example: 'Leadership' } });

/** The tags of one kind of record. All are alike. @param id the name of the record's id in the paths of its kind */
export function recordTagsController(kind: Tagged, id = 'id'): Type {
  const group = `${kind}s`;
  const a = kind.toLowerCase();

  @ApiTags(group)
  @Controller(`api/${group}/:${id}/Tags`)
  class RecordTagsController {
    constructor(private readonly tags: RecordTags) {}

    @Get()
    @ApiOperation({ operationId: `${group}_listTags`, summary: `The tags of a ${a}, in the order in which they were put on` })
    @Answers([RecordTagDto])
    list(@Calling() caller: Caller, @PathId(id) recordID: number) {
      return this.tags.list(caller, kind, recordID);
    }

    @Get(':tag')
    @ApiOperation({
      operationId: `${group}_findTag`,
      summary: `One tag of a ${a}`,
      description: 'Case, accents and spaces around it do not matter.',
    })
    @TagParam()
    @Answers(RecordTagDto)
    find(@Calling() caller: Caller, @PathId(id) recordID: number, @Param('tag') tag: string, @Query() { typeId }: TagTypeQuery) {
      return this.tags.find(caller, kind, recordID, tag, typeId);
    }

    @Post()
    @ApiOperation({
      operationId: `${group}_putTag`,
      summary: `Put a tag on a ${a}`,
      description: 'One that is on already stays as it was put on first: 200.',
    })
    @AnswersCreated(RecordTagDto)
    @AnswersAlready(RecordTagDto)
    put(@Calling() caller: Caller, @PathId(id) recordID: number, @Body() body: RecordTagNewDto) {
      return this.tags.put(caller, kind, recordID, body);
    }

    @Delete(':tag')
    @ApiOperation({
      operationId: `${group}_takeTag`,
      summary: `Take a tag off a ${a}`,
      description: 'Case, accents and spaces around it do not matter.',
    })
    @TagParam()
    @AnswersNothing('It is off.')
    take(@Calling() caller: Caller, @PathId(id) recordID: number, @Param('tag') tag: string, @Query() { typeId }: TagTypeQuery) {
      return this.tags.take(caller, kind, recordID, tag, typeId);
    }
  }
  return RecordTagsController;
}
