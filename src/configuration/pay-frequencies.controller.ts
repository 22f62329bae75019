import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { Answers, PathId } from '../http';
import { PayFrequencyDto, PayFrequencyUpdateDto } from './pay-frequency.dto';
import { PayFrequenciesService } from './pay-frequencies.service';

@ApiTags('Configuration')
@Controller('api/Configuration/Placements/Pay-Frequencies')
export class PayFrequenciesController {
  constructor(private readonly service: PayFrequenciesService) {}

  @Get()
  @ApiOperation({ operationId: 'Configuration_listPayFrequencies', summary: 'The pay frequencies' })
  @Answers([PayFrequencyDto])
  list(@Calling() caller: Caller) {
    return this.service.list(caller);
  }

  @Get(':payFrequencyId')
  @ApiOperation({ operationId: 'Configuration_findPayFrequency', summary: 'One pay frequency' })
  @Answers(PayFrequencyDto)
  find(@Calling() caller: Caller, @PathId('payFrequencyId') id: number) {
    return this.service.find(caller, id);
  }

  @Put(':payFrequencyId')
  @ApiOperation({ operationId: 'Configuration_updatePayFrequency', summary: 'Update a pay frequency', description: 'Absent fields stay, null clears.' })
  @Answers(PayFrequencyDto, { description: 'The pay frequency as stored.' })
  update(@Calling() caller: Caller, @PathId('payFrequencyId') id: number, @Body() body: PayFrequencyUpdateDto) {
    return this.service.update(caller, id, body);
  }
}
