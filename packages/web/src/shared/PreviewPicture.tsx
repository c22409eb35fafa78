import { previewSize } from '@assay/core/previewSize';
import { ofThisOrigin } from './ofThisOrigin.ts';

interface PreviewPictureProps {
  readonly url: string;
  readonly alt: string;
  /** The picture itself. */
  readonly of: { readonly width: number; readonly height: number };
}

/** A registered picture as small as its preview: it has its size before it is there, so that nothing around it moves. */
export function PreviewPicture({ url, alt, of: whole }: PreviewPictureProps) {
  return <img src={ofThisOrigin(url)} alt={alt} {...previewSize(whole)} />;
}
