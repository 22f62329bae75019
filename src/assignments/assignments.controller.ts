import { Body, Controller, Get, Put, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, ETAG, Returns, Fails, IfMatch, PathId, type ExpectedVersion } from '../core/http';
import { AssignmentDto, AssignmentUpdateDto } from './assignment.dto';
import { AssignmentsService, type Assignable } from './assignments.service';

/** An assignment is part of its record. */
const AREAS = { Candidate: 'candidates', Contact: 'contacts', Client: 'clients' } as const satisfies Record<Assignable, string>;

/** Routes for the assignment of one type of record. @param id the name of the record's id in the paths of its kind */
export function assignmentController(kind: Assignable): Type {
  const group = `${kind}s`;
  const a = kind.toLowerCase();

  @ApiTags(group)
  @Area(AREAS[kind])
  @Controller(`api/${group}/:id/Assignment`)
  class AssignmentController {
    constructor(private readonly assignments: AssignmentsService) {}

    @Get()
    @ApiOperation({
      operationId: `${group}_findAssignment`,
      summary: `The owner, rating, divisions and coordinates of a ${a}`,
      description: 'Who is responsible for the record and which divisions it belongs to. The ETag is the version of the record.',
    })
    @Returns(AssignmentDto, { headers: ETAG })
    find(@CurrentCaller() caller: Caller, @PathId() recordID: number) {
      return this.assignments.find(caller, kind, recordID);
    }

    @Put()
    @ApiOperation({
      operationId: `${group}_assign`,
      summary: `Assign a ${a}`,
      description: 'Absent fields stay, null clears, the list of divisions replaces the list. It is a change of the record.',
    })
    @Returns(AssignmentDto, { description: 'The assignment as stored.', headers: ETAG })
    @Fails(412)
    update(
      @CurrentCaller() caller: Caller,
      @PathId() recordID: number,
      @Body() body: AssignmentUpdateDto,
      @IfMatch() expected?: ExpectedVersion,
    ) {
      return this.assignments.update(caller, kind, recordID, body, expected);
    }
  }
  return AssignmentController;
}
