import { Module } from '@nestjs/common';
import { recordTagsController } from './record-tags.controller';
import { RecordTags } from './record-tags.service';

@Module({
  controllers: [recordTagsController('Candidate', 'candidateId'), recordTagsController('Contact'), recordTagsController('Job')],
  providers: [RecordTags],
})
export class TagsModule {}
