import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, Fails, OptionalBody, PathId, Returns, ReturnsCreated } from '../../core/http';
import { StatementCreateDto, StatementDto, StatementWithdrawDto } from './statement.dto';
import { StatementsService } from './statements.service';

@ApiTags('Placements')
@Area('placements')
@Controller('api/Placements/:id/Compliance/Statements')
export class StatementsController {
  constructor(private readonly statements: StatementsService) {}

  @Get()
  @ApiOperation({
    operationId: 'Placements_listStatements',
    summary: 'The statements about a placement, newest first',
    description: 'Statements meet items of the checklist that no document can meet. They are never changed, only withdrawn.',
  })
  @Returns([StatementDto], { description: 'The last 1,000, those that were withdrawn included.' })
  list(@CurrentCaller() caller: Caller, @PathId() id: number) {
    return this.statements.list(caller, id);
  }

  @Post()
  @ApiOperation({
    operationId: 'Placements_createStatement',
    summary: 'State that an item of the checklist is met',
    description: 'It counts for the candidate of the placement, until its expiryDate or until it is withdrawn.',
  })
  @ReturnsCreated(StatementDto)
  @Fails(409)
  create(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: StatementCreateDto) {
    return this.statements.create(caller, id, body);
  }

  @Post(':statementId/Withdraw')
  @ApiOperation({
    operationId: 'Placements_withdrawStatement',
    summary: 'Withdraw a statement',
    description: 'It no longer counts, but can still be read. A placement that is approved stays so.',
  })
  @Returns(StatementDto, { description: 'The statement as stored.' })
  withdraw(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @PathId('statementId') statementID: number,
    @OptionalBody() body: StatementWithdrawDto,
  ) {
    return this.statements.withdraw(caller, id, statementID, body);
  }
}
