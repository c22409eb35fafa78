/**
 * sharp as Assay uses it; import it from here and nowhere else. Only the four accepted decoders can run (SVG, GIF, HEIC,
 * PDF and the rest are blocked inside libvips), nothing is cached between pictures, one thread works for each picture.
 * @module
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff', 'VipsForeignLoadWebp'],
});
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
