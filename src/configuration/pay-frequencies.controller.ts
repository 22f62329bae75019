import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, DescribedTag, IfMatch, PathId, type ExpectedVersion } from '../core/http';
import { FieldsQuery, CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, UpdateRoute } from '../core/records';
import { payFrequencies } from './configuration.records';
import { PayFrequencyCreateDto, PayFrequencyDto, PayFrequencyUpdateDto } from './pay-frequency.dto';

const path = ':id';

/** Pay frequencies can be disabled, but not deleted. */
@DescribedTag('Configuration', 'Settings of the firm and pay frequencies.')
@Area('configuration')
@Controller('api/Configuration/Placements/Pay-Frequencies')
export class PayFrequenciesController {
  constructor(private readonly records: Records) {}

  @ListRoute(payFrequencies, PayFrequencyDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, payFrequencies, query);
  }

  @FindRoute(payFrequencies, PayFrequencyDto, { path })
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, payFrequencies, id, query);
  }

  @CreateRoute(payFrequencies, PayFrequencyDto)
  create(@CurrentCaller() caller: Caller, @Body() body: PayFrequencyCreateDto) {
    return this.records.create(caller, payFrequencies, body);
  }

  @UpdateRoute(payFrequencies, PayFrequencyDto, { path })
  update(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Body() body: PayFrequencyUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, payFrequencies, id, body, { expected });
  }
}
