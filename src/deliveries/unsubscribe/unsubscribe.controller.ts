import { Controller, Get, Header, HttpCode, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Area, Produces, Public, Safe } from '../../core/http';
import { CONFIRMATION_PAGE, DONE_PAGE, INVALID_PAGE } from './page';
import { UnsubscribeService } from './unsubscribe.service';
import { UNSUBSCRIBE_PATH } from './unsubscribe-links';

const HTML = 'text/html; charset=utf-8';

/** The page of the link in messages, for people and for the button of mail programs (RFC 8058). It shows nothing about the person. */
@ApiExcludeController()
@Public()
@Area('everyone')
@Controller(UNSUBSCRIBE_PATH)
export class UnsubscribeController {
  constructor(private readonly unsubscribing: UnsubscribeService) {}

  @Get(':token')
  @Produces(HTML)
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  confirm(@Param('token') token: string, @Res({ passthrough: true }) response: Response): string {
    return this.unsubscribing.isValid(token) ? CONFIRMATION_PAGE : invalid(response);
  }

  @Post(':token')
  @Safe()
  @HttpCode(HttpStatus.OK)
  @Produces(HTML)
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  async unsubscribe(@Param('token') token: string, @Res({ passthrough: true }) response: Response): Promise<string> {
    return (await this.unsubscribing.unsubscribe(token)) ? DONE_PAGE : invalid(response);
  }
}

function invalid(response: Response): string {
  response.status(HttpStatus.NOT_FOUND);
  return INVALID_PAGE;
}
