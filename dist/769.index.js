export const id = 769;
export const ids = [769];
export const modules = {

/***/ 3769:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   QuickJSAsyncWASMModule: () => (/* reexport safe */ _chunk_TAV5CUKK_mjs__WEBPACK_IMPORTED_MODULE_0__.Lh)
/* harmony export */ });
/* harmony import */ var _chunk_TAV5CUKK_mjs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6326);

//# sourceMappingURL=module-asyncify-2EFITU5U.mjs.map

/***/ })

};
