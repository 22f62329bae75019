import { Body, Controller, Get, Put, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { Answers, Fails, IfMatch, PathId, type Expected } from '../http';
import { AssignmentDto, AssignmentUpdateDto } from './assignment.dto';
import { Assignments, type Assignable } from './assignments.service';

/** To whom the records of one kind belong. All are alike. @param id the name of the record's id in the paths of its kind */
export function assignmentController(kind: Assignable, id = 'id'): Type {
  const group = `${kind}s`;
  const a = kind.toLowerCase();

  @ApiTags(group)
  @Controller(`api/${group}/:${id}/Assignment`)
  class AssignmentController {
    constructor(private readonly assignments: Assignments) {}

    @Get()
    @ApiOperation({ operationId: `${group}_findAssignment`, summary: `The owner, rating, divisions and coordinates of a ${a}` })
    @Answers(AssignmentDto)
    find(@Calling() caller: Caller, @PathId(id) recordID: number) {
      return this.assignments.find(caller, kind, recordID);
    }

    @Put()
    @ApiOperation({
      operationId: `${group}_assign`,
      summary: `Assign a ${a}`,
      description: 'Absent fields stay, null clears, the list of divisions replaces the list. It is a change of the record.',
    })
    @Answers(AssignmentDto, { description: 'The assignment as stored.' })
    @Fails(412)
    update(@Calling() caller: Caller, @PathId(id) recordID: number, @Body() body: AssignmentUpdateDto, @IfMatch() expected?: Expected) {
      return this.assignments.update(caller, kind, recordID, body, expected);
    }
  }
  return AssignmentController;
}
