/** Says, while something is dragged over the page, what dropping it does. Nothing for those who cannot drag. */
export function DropVeil({ isShown, words }: { isShown: boolean; words: string }) {
  if (!isShown) return null;
  return (
    <div className="drop-veil" aria-hidden="true">
      <p>{words}</p>
    </div>
  );
}
