import { Link } from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';
import type { DocumentElement, DocumentNode } from '../documentTree.ts';

/** The elements of a document, and nothing else that it might name. */
const TAGS: ReadonlySet<string> = new Set(
  'p span ul ol li h2 h3 h4 blockquote code thead tbody tr strong em br'.split(' '),
);

export function DocumentText({ nodes }: { nodes: readonly DocumentNode[] }): ReactNode {
  return nodes.map((node, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read.
    typeof node === 'string' ? node : <DocumentPart key={at} element={node} />,
  );
}

function DocumentPart({ element: [tag, attributes, content] }: { element: DocumentElement }): ReactNode {
  const text = content.length > 0 ? <DocumentText nodes={content} /> : undefined;
  const { label, href, src, alt, align, ...other } = attributes;
  switch (tag) {
    case 'a':
      return href?.startsWith('/') ? inside(href, text) : <a href={href}>{text}</a>;
    case 'img':
      return <img src={src} alt={alt} loading="lazy" />;
    // Focusable, so that the keyboard can scroll them.
    case 'pre':
      return (
        <pre className="body-text" tabIndex={0} role="group" aria-label={label}>
          {text}
        </pre>
      );
    case 'table':
      return (
        <div className="table-frame" tabIndex={0} role="group" aria-label={label}>
          <table>{text}</table>
        </div>
      );
    case 'th':
      return (
        <th scope="col" data-align={align}>
          {text}
        </th>
      );
    case 'td':
      return <td data-align={align}>{text}</td>;
    default:
      return TAGS.has(tag) ? createElement(tag, other, text) : text;
  }
}

/** To another document of the service, without loading the frame again. */
function inside(href: string, text: ReactNode): ReactNode {
  const [path, hash] = href.split('#');
  return (
    <Link to={path as string} {...(hash === undefined ? {} : { hash })}>
      {text}
    </Link>
  );
}
