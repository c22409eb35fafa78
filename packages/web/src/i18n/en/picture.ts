/** A picture at hand: its maps, its regions, and itself beside its original. @module */
export const picture = {
  'compare.side': 'Side by side',
  'compare.swipe': 'Swipe',
  'compare.flicker': 'Flicker',
  'compare.how': 'How to compare',
  'compare.yours': 'Yours',
  'compare.original': 'The original',
  'compare.share': 'How much of the original is shown',
  'compare.turn': 'Show the other one',
  'compare.flickering': 'Change by itself, once a second',
  'compare.sideOnly': 'Yours is cropped, turned or framed, so the two cannot lie over each other here.',
  'compare.note': 'The original is shown as its small preview.',

  'evidence.removal.label': 'Traces of removal',
  'evidence.removal.absent':
    'Mark removed or destroyed, or a copy of the unmarked original: of honest copies that keep as much detail, at most {share} hold nothing of their mark',
  'evidence.removal.subtracted':
    'Mark removed or destroyed: it stands out with the wrong sign, as where more of it was taken away than there was',
  'evidence.removal.how':
    'The picture matches a registered one that carries a mark, and none is read. How often that happens to honest copies was measured. The verdict does not rest on it.',
  'picture.heading': 'The picture',
  'picture.alt': 'The picture you submitted, {name}',
  'picture.cannotShow': 'This browser cannot show this file. The check is not affected.',
  'picture.map.alt': 'Tamper map: the brighter, the more surely edited',
  'picture.map.broken': 'The tamper map could not be drawn.',
  'picture.map.empty': 'The tamper map marks no region.',
  'picture.map.fromMark':
    'Made without the original: no stored picture is at hand, so this map shows where the mark is missing.',
  'picture.alone.heading': 'Where it was changed',
  'picture.alone.text':
    'The picture itself is not shown here. This is its map, of the same shape: bright where it was changed.',
  'picture.opacity': 'Tamper map opacity',
  'picture.grey': 'Show the picture in grey under the map',
  'picture.legend.same': 'same',
  'picture.legend.edited': 'certain edit',
  'picture.noMap.unknown': 'There is no tamper map: without an original there is nothing to compare with.',
  'picture.noMap.authentic': 'There is no tamper map: there is no difference to show.',
  'picture.noMap.forged': 'There is no tamper map: the picture could not be laid over the original.',
  'presence.heading': 'Where the mark is missing',
  'presence.none':
    'The mark of track {tracks} is nowhere missing, as far as that can be told: in {assessable} of the picture.',
  'presence.some':
    'The mark of track {tracks} is missing in {missing} of the picture (regions: {count}). A missing mark would be seen in {assessable} of it.',
  'presence.map.alt': 'Map of the mark: bright where it is missing',
  'presence.map.caption': 'Where the mark is missing; made without the original.',
  'presence.limits':
    'This is no comparison. It is read from your picture alone, the verdict does not rest on it, and where the mark is too weak it says nothing.',
  'regions.heading': 'Changed regions',
  'regions.hint': 'Select a region to mark it in the picture. Coordinates are pixels from the top left corner.',
  'regions.name': 'Region {number}',
  'regions.place': '{width} × {height} px at x {x}, y {y}',
  'regions.score': 'certainty {percent}',
} as const;
