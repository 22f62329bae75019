import { Module } from '@nestjs/common';
import { assignmentController } from './assignments.controller';
import { AssignmentsService } from './assignments.service';

@Module({
  controllers: [assignmentController('Candidate'), assignmentController('Contact'), assignmentController('Client')],
  providers: [AssignmentsService],
})
export class AssignmentsModule {}
