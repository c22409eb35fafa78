/** Why a check was judged as it was: a sentence for each rule that decides, the one that the service says. @module */
export const reason = {
  'reason.exact': 'The file is, byte for byte, a file that this service stores or delivered.',
  'reason.exact-withdrawn': 'The file is, byte for byte, a file of an asset that its owner has withdrawn.',
  'reason.commitment-broken':
    'The recorded commitment does not fit the stored asset: its hash or its signature is wrong.',
  'reason.mark-transplanted':
    'The picture carries the mark of a stored asset but shows something else: the mark was transplanted.',
  'reason.another-shot':
    'The picture shows what a stored asset shows, but does not share its fine detail: it seems to be another picture of the same scene.',
  'reason.local-edit': 'The picture is a copy of a stored asset in which a region was changed.',
  'reason.composite': 'A part of a stored asset was put into another picture; most of it shows other content.',
  'reason.content-credentials-broken':
    'The picture matches a stored asset, but its content credentials were signed over other bytes.',
  'reason.local-edit-small':
    'The picture is a copy of a stored asset in which a small region seems to have been changed.',
  'reason.mark-missing':
    'The picture is a copy of a stored asset; a region differs and lacks the mark that the rest of the picture holds: its content was replaced.',
  'reason.detail-missing':
    'The picture is a copy of a stored asset; a region differs and shows nothing of the detail that the rest of the picture shares with it: its content was replaced.',
  'reason.mark-whole':
    'The picture carries the mark of a stored asset, also in the region that differs from it: its content was not replaced.',
  'reason.content-kept':
    'The picture is a copy of a stored asset; a region looks a little different, but shows everything that was there: its content was not replaced.',
  'reason.mark-kept':
    'The picture is a copy of a stored asset; a region differs, but still holds the mark: its content seems not to have been replaced.',
  'reason.doubtful-change':
    'The picture is a copy of a stored asset; a region of it differs, but whether it was changed by itself, and not with the whole picture, cannot be told.',
  'reason.continued':
    'The picture shows a stored asset, unchanged, and more of its scene around it, which the asset does not show.',
  'reason.one-of-several':
    'The picture shows a whole stored asset, unchanged, beside other content that fills most of it.',
  'reason.mostly-covered':
    'The picture agrees with a stored asset where it can be seen, but more than a third of it is covered.',
  'reason.copy-marked': 'The picture carries the mark of a stored asset and agrees with it everywhere.',
  'reason.copy-unmarked': 'The picture agrees with a stored asset everywhere, though no mark was found in it.',
  'reason.mark-unaligned':
    'The picture carries the mark of a stored asset, but is too small, too plain or too much altered as a whole to be compared with it.',
  'reason.mark-uncompared':
    'The picture carries the mark of a stored asset whose pictures are not at hand to compare it with.',
  'reason.similar-scene': 'A stored asset shows a similar scene, but the picture is not a copy of it.',
  'reason.nothing-found': 'No stored asset matches the picture.',
} as const;
