/** A worker whose code cannot load. */
throw new Error('this worker cannot load');
