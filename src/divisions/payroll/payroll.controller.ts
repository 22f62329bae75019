import { Body, Controller, Get, Header, Put, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { AlsoNeeds, Area, Returns, Fails, IfMatch, PathId, type ExpectedVersion } from '../../core/http';
import { PayrollCredentialsDto, PayrollIntegrationDto, PayrollIntegrationUpdateDto } from './payroll.dto';
import { PayrollService } from './payroll.service';

/** Creates the controller of the payroll settings; the last segment of its path is configurable. */
export function payrollController(segment: string): Type {
  @ApiTags('Divisions')
  @Area('payroll')
  @Controller('api/divisions/:id')
  class PayrollController {
    constructor(private readonly service: PayrollService) {}

    @Get(segment)
    @ApiOperation({
      operationId: 'Divisions_findPayrollIntegration',
      summary: 'The payroll integration settings of a division',
      description: 'Instead of the credentials there are placeholders, which a PUT may send back unchanged.',
    })
    @Returns(PayrollIntegrationDto)
    find(@CurrentCaller() caller: Caller, @PathId() id: number) {
      return this.service.find(caller, id);
    }

    @Get(`${segment}/Credentials`)
    @AlsoNeeds('payroll-credentials')
    @ApiOperation({
      operationId: 'Divisions_findPayrollCredentials',
      summary: 'The credentials of the payroll integration, for the program that uses them',
      description: 'Decrypted. Each time they are read, the audit has an entry.',
    })
    @Header('Cache-Control', 'no-store')
    @Returns(PayrollCredentialsDto)
    credentials(@CurrentCaller() caller: Caller, @PathId() id: number) {
      return this.service.credentials(caller, id);
    }

    @Put(segment)
    @ApiOperation({
      operationId: 'Divisions_updatePayrollIntegration',
      summary: 'Update the payroll integration settings of a division',
      description:
        'Creates them if there are none. Absent fields stay unchanged, null clears a field, a list replaces the list. Credentials can be changed only with the scope payroll-credentials.',
    })
    @Returns(PayrollIntegrationDto, { description: 'The settings as stored.' })
    @Fails(412)
    update(
      @CurrentCaller() caller: Caller,
      @PathId() id: number,
      @Body() body: PayrollIntegrationUpdateDto,
      @IfMatch() expected?: ExpectedVersion,
    ) {
      return this.service.update(caller, id, body, expected);
    }
  }
  return PayrollController;
}
