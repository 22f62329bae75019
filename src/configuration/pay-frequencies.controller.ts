import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { IfMatch, PathId, type Expected } from '../http';
import { CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, UpdateRoute } from '../records';
import { payFrequencies } from './configuration.records';
import { PayFrequencyCreateDto, PayFrequencyDto, PayFrequencyUpdateDto } from './pay-frequency.dto';

const path = ':payFrequencyId';

/** They are disabled, never removed. */
@ApiTags('Configuration')
@Controller('api/Configuration/Placements/Pay-Frequencies')
export class PayFrequenciesController {
  constructor(private readonly records: Records) {}

  @ListRoute(payFrequencies, PayFrequencyDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, payFrequencies, query);
  }

  @FindRoute(payFrequencies, PayFrequencyDto, { path })
  find(@Calling() caller: Caller, @PathId('payFrequencyId') id: number) {
    return this.records.find(caller, payFrequencies, id);
  }

  @CreateRoute(payFrequencies, PayFrequencyDto)
  create(@Calling() caller: Caller, @Body() body: PayFrequencyCreateDto) {
    return this.records.create(caller, payFrequencies, body);
  }

  @UpdateRoute(payFrequencies, PayFrequencyDto, { path })
  update(
    @Calling() caller: Caller,
    @PathId('payFrequencyId') id: number,
    @Body() body: PayFrequencyUpdateDto,
    @IfMatch() expected?: Expected,
  ) {
    return this.records.update(caller, payFrequencies, id, body, { expected });
  }
}
