import { Module } from '@nestjs/common';
import { assignmentController } from './assignments.controller';
import { Assignments } from './assignments.service';

@Module({
  controllers: [assignmentController('Candidate', 'candidateId'), assignmentController('Contact'), assignmentController('Client')],
  providers: [Assignments],
})
export class AssignmentsModule {}
