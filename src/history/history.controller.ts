import { Controller, Get, Query, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AuditEntryDto, AuditService, HistoryQuery } from '../core/audit';
import { CurrentCaller, type Caller } from '../core/callers';
import { AlsoAsLines, Area, PathId, ReturnsPage } from '../core/http';
import type { Area as AreaName } from '../core/terms/role-scopes';

/** Where the history of the records of a type is. */
export interface HistoryRoute {
  /** The name of the record type. */
  readonly type: string;
  readonly area: AreaName;
  /** What the paths of these records begin with; its first part is their tag in the documentation. */
  readonly path: string;
  readonly tag?: string;
  /** The id of a record that the examples of other operations change. */
  readonly example?: number;
}

/** The route of the history of one record: what there is about it in the audit. */
export function historyController({ type, area, path, tag = path, example }: HistoryRoute): Type {
  @ApiTags(tag)
  @Area(area)
  @Controller(`api/${path}`)
  class HistoryController {
    constructor(private readonly audit: AuditService) {}

    @Get(':id/History')
    @ApiOperation({
      operationId: `${operationOf(path)}_history`,
      summary: 'What happened to a record, the newest first',
      description:
        'Each entry says who changed what, when and from where, and the fields before and after. Addresses are shown to administrators only.',
    })
    @ReturnsPage(AuditEntryDto)
    @AlsoAsLines()
    history(@CurrentCaller() caller: Caller, @PathId('id', example) recordID: number, @Query() query: HistoryQuery) {
      return this.audit.history(caller, type, recordID, query);
    }
  }
  return HistoryController;
}

/** Jobs/Searches: JobsSearches. */
const operationOf = (path: string): string =>
  path.replace(/\W(\w)?/g, (_, letter: string) => letter.toUpperCase()).replace(/^./, (letter) => letter.toUpperCase());
