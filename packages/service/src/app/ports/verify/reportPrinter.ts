/** Reports as they are laid out: blocks that a page and a printed document show alike. @module */
import { type Language, LANGUAGES } from '../runtime/language.ts';
import type { Verdict } from './verifications.ts';

/** Those of the pages. */
export const REPORT_LANGUAGES = LANGUAGES;
export type ReportLanguage = Language;

/** A rectangle in fractions of the picture's sides, 0..1, from the top left corner. */
export interface NumberedBox {
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface ReportPicture {
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/jpeg' | 'image/png';
  /** What it shows, for readers who do not see it. */
  readonly alt: string;
  readonly caption: string;
  readonly boxes: readonly NumberedBox[];
}

export interface ReportFact {
  readonly label: string;
  readonly text: string;
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  /** @member isEnglish the service's own words, whatever the language of the report */
  | { readonly kind: 'paragraph'; readonly text: string; readonly isNote?: boolean; readonly isEnglish?: boolean }
  | { readonly kind: 'verdict'; readonly verdict: Verdict | null; readonly label: string; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly ReportFact[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Side by side. */
  | { readonly kind: 'pictures'; readonly pictures: readonly ReportPicture[] };

export interface ReportDocument {
  readonly language: ReportLanguage;
  readonly title: string;
  /** Stands on each printed page. */
  readonly footer: string;
  /** Of what it reports; the same document is printed as the same bytes. */
  readonly date: Date;
  readonly blocks: readonly ReportBlock[];
}

export interface ReportPrinter {
  /** PDF/A-2a with the structure of PDF/UA-1: fonts embedded, text in reading order. The same document gives the same bytes. */
  pdf(document: ReportDocument): Promise<Uint8Array>;
  /**
   * The same for whoever takes it away: with the signature of the organization's certificate inside, or the operator's, where there is
   * one, and a time-stamp, where an authority is named, so that the bytes differ each time.
   * @param organizationId whose report it is; null: nobody's
   * @throws {AppError} SERVICE_UNAVAILABLE while the authority does not answer, or the certificate is not valid
   */
  signedPdf(document: ReportDocument, organizationId: string | null): Promise<Uint8Array>;
}

export const isRightToLeft = (language: ReportLanguage): boolean => language === 'ar';
