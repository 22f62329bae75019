import { Body, Controller, Get, HttpCode, Post, Query, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, ReturnsNoContent, ReturnsPage } from '../core/http';
import { DistinctRecordsDto, DuplicatePairDto, DuplicatesQuery } from './duplicates.dto';
import { DuplicatesService } from './duplicates.service';

/** The types of records that are searched for duplicates, and the areas that they belong to. */
const AREAS = { Candidate: 'candidates', Contact: 'contacts', Client: 'clients' } as const;

/** What records of a type have in common when they may be the same. */
const REASONS = {
  Candidate: 'an e-mail address, the name and date of birth (for callers who see dates of birth), or a phone number',
  Contact: 'an e-mail address, the name at the same client, or the mobile number',
  Client: 'the registration number, the name without its legal form, the website, the e-mail address or the phone number',
} as const;

/** Routes for the duplicates of one type of record. */
export function duplicatesController(kind: keyof typeof AREAS): Type {
  const group = `${kind}s`;
  const plural = group.toLowerCase();

  @ApiTags(group)
  @Area(AREAS[kind])
  @Controller(`api/${group}/Duplicates`)
  class DuplicatesController {
    constructor(private readonly duplicates: DuplicatesService) {}

    @Get()
    @ApiOperation({
      operationId: `${group}_duplicates`,
      summary: `Pairs of ${plural} that may be the same`,
      description: `They have in common ${REASONS[kind]}. The strongest reasons come first. What many have in common, such as a switchboard, is no reason.`,
    })
    @ReturnsPage(DuplicatePairDto)
    list(@CurrentCaller() caller: Caller, @Query() query: DuplicatesQuery) {
      return this.duplicates.list(caller, kind, query);
    }

    @Post('Dismiss')
    @HttpCode(204)
    @ApiOperation({
      operationId: `${group}_dismissDuplicates`,
      summary: `Declare ${plural} distinct`,
      description: 'No two of them are listed as duplicates any more.',
    })
    @ReturnsNoContent('Dismissed.')
    dismiss(@CurrentCaller() caller: Caller, @Body() { ids }: DistinctRecordsDto) {
      return this.duplicates.setDismissed(caller, kind, ids, true);
    }

    @Post('Reconsider')
    @HttpCode(204)
    @ApiOperation({
      operationId: `${group}_reconsiderDuplicates`,
      summary: `Undo that ${plural} were declared distinct`,
      description: 'They are listed as duplicates again if they have something in common.',
    })
    @ReturnsNoContent('To be considered again.')
    reconsider(@CurrentCaller() caller: Caller, @Body() { ids }: DistinctRecordsDto) {
      return this.duplicates.setDismissed(caller, kind, ids, false);
    }
  }
  return DuplicatesController;
}
