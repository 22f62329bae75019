import { Controller, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { fileBody, ReceivesFile, SentFile, type ReceivedFile } from '../../core/files';
import { AlsoNeeds, Area, Fails, ReturnsCreated } from '../../core/http';
import { FromResumeDto, FromResumeQuery } from './from-resume.dto';
import { CandidatesFromResumes } from './from-resume.service';

const EXAMPLE = 'Name: Noah Whitfield\nPhone: 0491 570 156\n12 Harbour Street, Newcastle NSW 2300\n\nRigger and scaffolder since 2012.\n';

@ApiTags('Candidates')
@Area('candidates')
@Controller('api/Candidates/FromResume')
export class FromResumeController {
  constructor(private readonly resumes: CandidatesFromResumes) {}

  @Post()
  @AlsoNeeds('activities:write')
  @ReceivesFile({ withText: true })
  @ApiOperation({
    operationId: 'Candidates_fromResume',
    summary: 'Create a candidate from a resume',
    description:
      'The body is the file itself: PDF, DOCX, RTF or text. Name, e-mail addresses, phone numbers and an Australian address are taken where the resume clearly says them, as they are written; nothing is guessed. With such an address the country is Australia. The resume becomes a document of the candidate.',
    requestBody: fileBody(EXAMPLE),
  })
  @ReturnsCreated(FromResumeDto)
  @Fails(409)
  create(@CurrentCaller() caller: Caller, @Query() query: FromResumeQuery, @SentFile() file: ReceivedFile) {
    return this.resumes.create(caller, file, query);
  }
}
