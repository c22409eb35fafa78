/** A report as tagged PDF/A-2a over PDFKit, laid out by ourselves, since PDFKit sets no right-to-left text. @module */
import PdfKit from 'pdfkit';
import type { ReportDocument } from '../../app/ports/verify/reportPrinter.ts';
import { drawBlocks, drawFooters } from './reportPages.ts';
import { MARGIN_PT } from './reportSheet.ts';
import { addSignaturePlace, type Place } from './signaturePlace.ts';

/** So that a PDF/A file says that it keeps the rules of PDF/UA as well (ISO 14289-1, 5). */
const ACCESSIBLE = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>`;

/** PDF/A takes no property that is neither of its own nor described (ISO 19005-2, 6.6.2.3). */
const DESCRIBED = `
        <rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
                    <pdfaProperty:name>part</pdfaProperty:name>
                    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
                    <pdfaProperty:category>internal</pdfaProperty:category>
                    <pdfaProperty:description>part of ISO 14289</pdfaProperty:description>
                </rdf:li></rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>`;

/** The same document gives the same bytes. @param place for `signable` */
export async function printReport(report: ReportDocument, place: Place | null = null): Promise<Uint8Array> {
  const document = new PdfKit({
    size: 'A4',
    margin: MARGIN_PT,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a' as 'PDF/A-2',
    tagged: true,
    lang: report.language,
    displayTitle: true,
    bufferPages: true,
    // The default is Helvetica, which is not embedded.
    font: null as unknown as string,
    info: { Title: report.title, Creator: 'Assay', Producer: 'Assay', CreationDate: report.date },
  });
  (document as unknown as { appendXML(xml: string): void }).appendXML(DESCRIBED + ACCESSIBLE);
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  const sheet = drawBlocks(document, report);
  drawFooters(sheet, report);
  if (place) addSignaturePlace(document as unknown as Parameters<typeof addSignaturePlace>[0], place);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
