import { Body, Controller, Delete, Get, Param, Post, Query, type Type } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { NAME } from '../core/sql/columns';
import { Area, Returns, ReturnsExisting, ReturnsCreated, ReturnsNoContent, PathId } from '../core/http';
import { RecordTagDto, RecordTagNewDto, TagTypeQuery } from './record-tag.dto';
import { RecordTagsService } from './record-tags.service';
import type { TaggableType } from './taggable';

const TagParam = (): MethodDecorator =>
  ApiParam({ name: 'tag', schema: { type: 'string', minLength: 1, maxLength: NAME, example: 'Leadership' } });

/** Tags are part of their record. */
const AREAS = { Candidate: 'candidates', Contact: 'contacts', Job: 'jobs' } as const satisfies Record<TaggableType, string>;

/** Routes for the tags of one type of record. */
export function recordTagsController(kind: TaggableType): Type {
  const group = `${kind}s`;
  const a = kind.toLowerCase();

  @ApiTags(group)
  @Area(AREAS[kind])
  @Controller(`api/${group}/:id/Tags`)
  class RecordTagsController {
    constructor(private readonly tags: RecordTagsService) {}

    @Get()
    @ApiOperation({
      operationId: `${group}_listTags`,
      summary: `The tags of a ${a}, in the order they were added`,
      description: 'Each with its type. What a record is tagged with can be searched by.',
    })
    @Returns([RecordTagDto])
    list(@CurrentCaller() caller: Caller, @PathId() recordID: number) {
      return this.tags.list(caller, kind, recordID);
    }

    @Get(':tag')
    @ApiOperation({
      operationId: `${group}_findTag`,
      summary: `One tag of a ${a}`,
      description: 'Case, accents and spaces around it do not matter.',
    })
    @TagParam()
    @Returns(RecordTagDto)
    find(@CurrentCaller() caller: Caller, @PathId() recordID: number, @Param('tag') tag: string, @Query() { typeId }: TagTypeQuery) {
      return this.tags.find(caller, kind, recordID, tag, typeId);
    }

    @Post()
    @ApiOperation({
      operationId: `${group}_putTag`,
      summary: `Add a tag to a ${a}`,
      description: 'If the record already has the tag, it is unchanged and the status is 200.',
    })
    @ReturnsCreated(RecordTagDto)
    @ReturnsExisting(RecordTagDto)
    add(@CurrentCaller() caller: Caller, @PathId() recordID: number, @Body() body: RecordTagNewDto) {
      return this.tags.add(caller, kind, recordID, body);
    }

    @Delete(':tag')
    @ApiOperation({
      operationId: `${group}_takeTag`,
      summary: `Remove a tag from a ${a}`,
      description: 'Case, accents and spaces around it do not matter.',
    })
    @TagParam()
    @ReturnsNoContent('No content')
    remove(@CurrentCaller() caller: Caller, @PathId() recordID: number, @Param('tag') tag: string, @Query() { typeId }: TagTypeQuery) {
      return this.tags.remove(caller, kind, recordID, tag, typeId);
    }
  }
  return RecordTagsController;
}
