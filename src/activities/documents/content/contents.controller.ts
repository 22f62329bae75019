import { Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../../../core/callers';
import { FILE_KINDS, fileBody, ReceivesFile, SentFile, type ReceivedFile } from '../../../core/files';
import { Area, Fails, IfMatch, PathId, Produces, QueryText, Returns, type ExpectedVersion } from '../../../core/http';
import { NAME } from '../../../core/sql/columns';
import { DocumentDto } from '../../activity.dto';
import { DocumentTextDto } from './document-text.dto';
import { DocumentContents } from './contents.service';

const BYTES = { type: 'string', format: 'binary', maxLength: 2147483647 } as const;
const RESUME =
  'Grace Nguyen\nSite Engineer, Newtown NSW\n0412 345 678\n\nTen years of civil and building sites. Licences: White Card, HR truck.\n';
const OTHERS = FILE_KINDS.filter(({ mediaType }) => mediaType !== 'text/plain');
const TYPES = {
  'text/plain': { schema: { type: 'string' as const, maxLength: 2147483647 }, example: RESUME },
  ...Object.fromEntries(OTHERS.map(({ mediaType }) => [mediaType, { schema: BYTES }])),
};
const HEADERS = {
  'Accept-Ranges': {
    description: 'bytes: requests with Range get a part of the file.',
    schema: { type: 'string' as const, enum: ['bytes'] },
  },
  ETag: { description: 'The SHA-256 of the file.', schema: { type: 'string' as const, maxLength: 100 } },
  'Content-Disposition': { description: 'attachment with the name of the document.', schema: { type: 'string' as const, maxLength: 1000 } },
};

export class FileQuery {
  @QueryText({ maxLength: NAME, description: 'The name of the file, which becomes that of the document. Left out: its name stays.' })
  readonly fileName?: string;
}

@ApiTags('Documents')
@Area('activities')
@Controller('api/Documents/:id')
export class DocumentContentsController {
  constructor(private readonly contents: DocumentContents) {}

  @Get('Content')
  @Produces('*/*')
  @ApiOperation({
    operationId: 'Documents_content',
    summary: 'The file of a document',
    description: 'As it was sent, to be saved. A part of it with Range; its ETag is its SHA-256, so that If-Range continues a download.',
  })
  @ApiHeader({ name: 'Range', required: false, description: 'A part: bytes=0-1023.', schema: { type: 'string', maxLength: 1000 } })
  @ApiResponse({ status: 200, description: 'The file.', headers: HEADERS, content: TYPES })
  @ApiResponse({ status: 206, description: 'The part of it.', headers: HEADERS, content: TYPES })
  @Fails(416)
  send(@CurrentCaller() caller: Caller, @PathId() id: number, @Res() response: Response) {
    return this.contents.send(caller, id, response);
  }

  @Post('Content')
  @HttpCode(200)
  @ReceivesFile({})
  @ApiOperation({
    operationId: 'Documents_setContent',
    summary: 'Set the file of a document',
    description:
      'The body is the file itself, no form. What it is must agree with Content-Type. It replaces the file that the document had; contentType becomes its type, and a verified document must be verified again. The same file once more changes nothing.',
    requestBody: fileBody(RESUME),
  })
  @Returns(DocumentDto, { description: 'The document as stored.' })
  @Fails(409, 412)
  replace(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Query() { fileName }: FileQuery,
    @SentFile() file: ReceivedFile,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.contents.replace(caller, id, file, fileName, expected);
  }

  @Get('Text')
  @ApiOperation({
    operationId: 'Documents_text',
    summary: 'The text of a document',
    description: 'Of a PDF, DOCX, RTF or text. It is read soon after the content has been set; until then its state is pending.',
  })
  @Returns(DocumentTextDto)
  text(@CurrentCaller() caller: Caller, @PathId() id: number) {
    return this.contents.text(caller, id);
  }
}
