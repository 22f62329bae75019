import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { AlsoNeeds, Area, DescribedTag, IfMatch, OptionalBody, PathId, Returns, type ExpectedVersion } from '../core/http';
import {
  Confirmations,
  FieldsQuery,
  CreateRoute,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  RemoveRoute,
  TimeZonePageQuery,
  TransitionRoute,
  UpdateRoute,
} from '../core/records';
import { PlacementStatus } from '../core/terms/numbers';
import { PlacementConfirmations } from './guards/placement-guards';
import { CreditQuery, CreditTotalsDto } from './credits/credit.dto';
import { PlacementCreateDto, PlacementDto, PlacementEndDto, PlacementUpdateDto } from './placement.dto';
import { placements } from './placements.records';
import { PlacementsService } from './placements.service';

@DescribedTag('Placements', 'Candidates working for clients.')
@Area('placements')
@Controller('api/Placements')
export class PlacementsController {
  constructor(
    private readonly records: Records,
    private readonly service: PlacementsService,
  ) {}

  @ListRoute(placements, PlacementDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, placements, query);
  }

  @QueryRoute(placements, PlacementDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, placements, body, page);
  }

  @Get('Credits')
  @AlsoNeeds('pay')
  @ApiOperation({
    operationId: 'Placements_credits',
    summary: 'What consultants are credited with',
    description:
      'Placements approved in a period, by consultant and currency, with their shares of fees and daily margins. Drafts and cancelled placements count for nobody.',
  })
  @Returns([CreditTotalsDto])
  credits(@CurrentCaller() caller: Caller, @Query() query: CreditQuery) {
    return this.service.credits(caller, query);
  }

  @FindRoute(placements, PlacementDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, placements, id, query);
  }

  @CreateRoute(placements, PlacementDto, {
    description: 'Unset fields default to those of the job. Moves the application to the stage Placed.',
  })
  create(@CurrentCaller() caller: Caller, @Query() confirmed: PlacementConfirmations, @Body() body: PlacementCreateDto) {
    return this.records.create(caller, placements, body, { confirmations: Confirmations.in(confirmed) });
  }

  @UpdateRoute(placements, PlacementDto)
  update(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Query() confirmed: PlacementConfirmations,
    @Body() body: PlacementUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, placements, id, body, { confirmations: Confirmations.in(confirmed), expected });
  }

  @RemoveRoute(placements)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 5) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, placements, id, expected);
  }

  @TransitionRoute(placements, PlacementDto, 'Approve', {
    summary: 'Approve a placement',
    description: 'It starts automatically on its first day. 409 placement-not-compliant names what the checklist of its job lacks.',
  })
  approve(
    @CurrentCaller() caller: Caller,
    @PathId('id', 18) id: number,
    @Query() confirmed: PlacementConfirmations,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    const how = { confirmations: Confirmations.in(confirmed), expected };
    return this.records.update(caller, placements, id, { statusID: PlacementStatus.Approved }, how);
  }

  @TransitionRoute(placements, PlacementDto, 'End', {
    summary: 'End a placement',
    description: 'Its last day is today by default; with a later one, the placement ends automatically after it.',
  })
  end(
    @CurrentCaller() caller: Caller,
    @PathId('id', 7) id: number,
    @Query() confirmed: PlacementConfirmations,
    @OptionalBody() body: PlacementEndDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.service.end(caller, id, body, { confirmations: Confirmations.in(confirmed), expected });
  }
}
