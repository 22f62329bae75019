import { Body, Controller, Get, Put, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../../callers';
import { Answers, Fails, IfMatch, PathId, type Expected } from '../../http';
import { PayrollIntegrationDto, PayrollIntegrationUpdateDto } from './payroll.dto';
import { PayrollService } from './payroll.service';

/** The controller of the payroll settings; the last segment of its path is a setting. */
export function payrollController(segment: string): Type {
  @ApiTags('Divisions')
  @Controller('api/divisions/:divisionId')
  class PayrollController {
    constructor(private readonly service: PayrollService) {}

    @Get(segment)
    @ApiOperation({ operationId: 'Divisions_findPayrollIntegration', summary: 'The payroll integration settings of a division' })
    @Answers(PayrollIntegrationDto)
    find(@Calling() caller: Caller, @PathId('divisionId') id: number) {
      return this.service.find(caller, id);
    }

    @Put(segment)
    @ApiOperation({
      operationId: 'Divisions_updatePayrollIntegration',
      summary: 'Update the payroll integration settings of a division',
      description: 'Makes them where there are none. Absent fields stay, null clears, a list replaces the list.',
    })
    @Answers(PayrollIntegrationDto, { description: 'The settings as stored.' })
    @Fails(412)
    update(
      @Calling() caller: Caller,
      @PathId('divisionId') id: number,
      @Body() body: PayrollIntegrationUpdateDto,
      @IfMatch() expected?: Expected,
    ) {
      return this.service.update(caller, id, body, expected);
    }
  }
  return PayrollController;
}
